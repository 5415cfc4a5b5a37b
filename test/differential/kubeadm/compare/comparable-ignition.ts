import { loadAll } from "js-yaml";
import { maskRandom } from "./mask-random.ts";

interface IgnitionFile {
  readonly path: string;
  readonly contents: { readonly source: string };
}

interface Ignition {
  readonly storage: { readonly files?: readonly IgnitionFile[] };
  readonly systemd: { readonly units?: readonly { readonly name: string; readonly contents?: string }[] };
}

/** Files whose comments may differ, but not their settings. */
const commented = ["/etc/ntp.conf", "/etc/ssh/sshd_config"];

/** The content of an Ignition configuration: parsed, contents decoded, random material masked by its shape. */
export function comparableIgnition(data: string): unknown {
  const config = JSON.parse(data) as Ignition;
  return {
    ...config,
    storage: { ...config.storage, files: (config.storage.files ?? []).map(comparableFile) },
    systemd: { ...config.systemd, units: (config.systemd.units ?? []).map(comparableUnit) },
  };
}

function comparableFile(file: IgnitionFile): object {
  const { source } = file.contents;
  if (!source.startsWith("data:,")) return file;
  const text = decodeURIComponent(source.slice("data:,".length));
  if (file.path === "/etc/kubeadm.yml" || file.path.endsWith("/discovery.yaml")) {
    return { ...file, contents: maskRandom(loadAll(text)) };
  }
  if (commented.includes(file.path)) return { ...file, contents: withoutComments(text) };
  return { ...file, contents: maskRandom(text) };
}

function comparableUnit(unit: { readonly name: string; readonly contents?: string }): object {
  if (unit.name !== "kubeadm.service" || unit.contents === undefined) return unit;
  return { ...unit, contents: withoutComments(unit.contents) };
}

function withoutComments(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.replace(/#.*$/, "").trimEnd())
    .filter((line) => line !== "");
}
