import { loadAll } from "js-yaml";

interface IgnitionFile {
  readonly path: string;
  readonly contents: { readonly source: string };
}

interface Ignition {
  readonly storage: { readonly files: readonly IgnitionFile[] };
  readonly systemd: { readonly units: readonly { readonly name: string; readonly contents?: string }[] };
}

/** Bootstrap data in comparable form: without the formatting of YAML in files, comments, and messages for people. */
export function comparableData(data: string): unknown {
  return data.startsWith("{") ? comparableIgnition(JSON.parse(data) as Ignition) : comparableCloudConfig(data);
}

const yamlFiles =
  /(?<=^- {3}path: (?:\/run\/kubeadm\/\S+|\/run\/discovery\.yaml)\n(?: {4}\S.*\n)* {4}content: \|\n)(?: {6}.*\n)+/gm;
const placeholder =
  /(?<=^- {3}path: \/run\/cluster-api\/placeholder\n {4}owner: .*\n {4}permissions: .*\n) {4}content: .*\n(?: {6}.*\n)*/m;

function comparableCloudConfig(data: string): object {
  const documents: unknown[] = [];
  const text = data.replace(placeholder, "").replace(yamlFiles, (block) => {
    const content = block.replaceAll(/^ {6}/gm, "");
    documents.push(content.startsWith("---\n"), loadAll(content));
    return "";
  });
  // Go's template leaves a line of spaces after each mount.
  return { text: text.replaceAll(/^ +\n/gm, ""), documents };
}

function comparableIgnition(config: Ignition): object {
  const files = config.storage.files.map(({ contents, ...file }) => ({
    ...file,
    content: contentOf(file.path, contents.source),
  }));
  const units = config.systemd.units.map(({ contents, ...unit }) => ({
    ...unit,
    lines: withoutComments(contents ?? ""),
  }));
  return { ...config, storage: { ...config.storage, files }, systemd: { ...config.systemd, units } };
}

function contentOf(path: string, source: string): unknown {
  const content = decodeURIComponent(source);
  if (path === "/etc/kubeadm.yml") return loadAll(content.replace(/^data:,/, ""));
  return path === "/etc/kubeadm.sh" ? content : withoutComments(content.replace(/^data:,/, ""));
}

function withoutComments(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.replace(/#.*$/, "").trimEnd())
    .filter((line) => line !== "");
}
