import { parseLenientYaml } from "@capstan/kube";
import { dataUrl } from "../ignition/data-url.ts";
import { type IgnitionConfig, ignitionConfig } from "../ignition/ignition-config.ts";
import { ignition } from "./ignition-section.ts";
import { passwd } from "./passwd.ts";
import { type Reader, fields, nonZero, objectOf } from "./readers.ts";
import { type Finding, Report } from "./report.ts";
import { docker, dockerUnit, locksmith, update, updateConf } from "./services.ts";
import { storage } from "./storage.ts";
import { networkd, systemd } from "./units.ts";

/** A converted Container Linux Config with its findings. If a finding is an error, the config is incomplete. */
export interface Conversion {
  readonly config: IgnitionConfig;
  readonly findings: readonly Finding[];
}

/** The flags of these services depend on the software version on the machine. Use a systemd drop-in instead. */
const notConverted: Reader<undefined> = (_value, path, report) => {
  report.error(path, "is not supported; write the drop-in of its unit under systemd.units");
  return undefined;
};

const version: Reader<number> = (value, path, report) => {
  const number = nonZero(value, path, report);
  if (number !== undefined) report.error(path, "must be 0");
  return undefined;
};

const document = objectOf(
  fields({
    ...{ version, ignition, storage, systemd, networkd, passwd, update, docker, locksmith },
    ...{ etcd: notConverted, flannel: notConverted },
  }),
);

/** Converts a Container Linux Config (YAML) to Ignition 2.3.0, as Flatcar's transpiler does without a platform. */
export function convertContainerLinuxConfig(text: string): Conversion {
  const report = new Report();
  const read = (document(parse(text, report), "", report) ?? {}) as Document;
  return { config: assemble(read), findings: report.findings };
}

type Settings = Readonly<Record<string, string | undefined>>;
type Lists = Readonly<Record<string, readonly object[]>>;

interface Document {
  readonly ignition?: {
    readonly config?: object;
    readonly timeouts?: object;
    readonly security?: { readonly tls?: { readonly certificateAuthorities?: readonly object[] } };
  };
  readonly storage?: Lists;
  readonly systemd?: Lists;
  readonly networkd?: Lists;
  readonly passwd?: Lists;
  readonly docker?: { readonly flags?: readonly string[] };
  readonly update?: Settings;
  readonly locksmith?: Settings;
}

function parse(text: string, report: Report): unknown {
  try {
    // Every scalar is a string, so that each field can parse it in its own way, as Go does.
    const { value: parsed } = parseLenientYaml(text, { scalars: "strings" });
    if (parsed === undefined || parsed === null) report.warning("", "is empty");
    return parsed;
  } catch {
    // The parser's message quotes the content.
    report.error("", "is not valid YAML");
    return undefined;
  }
}

function assemble(read: Document): IgnitionConfig {
  const { config, timeouts, security } = read.ignition ?? {};
  const conf = updateConf(read.update, read.locksmith);
  const updateFile = {
    filesystem: "root",
    path: "/etc/coreos/update.conf",
    contents: { source: dataUrl(conf), verification: {} },
    mode: 0o644,
  };
  return ignitionConfig({
    ...(config === undefined ? {} : { config }),
    ...(timeouts === undefined ? {} : { timeouts }),
    certificateAuthorities: security?.tls?.certificateAuthorities ?? [],
    networkd: read.networkd ?? {},
    passwd: read.passwd ?? {},
    storage: { ...read.storage, files: [...(read.storage?.files ?? []), ...(conf === "" ? [] : [updateFile])] },
    systemd: {
      units: [...(read.docker === undefined ? [] : [dockerUnit(read.docker)]), ...(read.systemd?.units ?? [])],
    },
  });
}
