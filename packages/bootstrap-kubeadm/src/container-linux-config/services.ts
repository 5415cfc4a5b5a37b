import { goQuote } from "../go-text/go-quote.ts";
import { type Reader, fields, listOf, objectOf, optionalText, text } from "./readers.ts";

/** `docker` of a Container Linux Config: flags of the daemon. */
export const docker = objectOf(fields({ flags: listOf(text) }));

/** The unit that sets Docker's flags. */
export function dockerUnit({ flags = [] }: { readonly flags?: readonly string[] }): object {
  const contents = `[Service]\nEnvironment="DOCKER_OPTS=${flags.join(" ")}"`;
  return { name: "docker.service", enable: true, dropins: [{ name: "20-clct-docker.conf", contents }] };
}

/** `update` of a Container Linux Config: where updates come from. */
export const update = objectOf(
  fields({
    group: text,
    server: text,
    pcr_policy_server: text,
    download_user: text,
    download_password: text,
    machine_alias: text,
  }),
  (object, path, report) => {
    const group = typeof object.group === "string" ? object.group.toLowerCase() : "";
    if (object.server === undefined && !["stable", "beta", "alpha"].includes(group)) {
      report.warning(`${path}.group`, "is not one of stable, beta, alpha");
    }
  },
);

const strategy: Reader<string> = (value, path, report) => {
  const name = optionalText(value, path, report);
  if (name !== undefined && !/^(?:reboot|etcd-lock|off|)$/i.test(name)) {
    report.error(path, "must be reboot, etcd-lock or off");
  }
  return name;
};

/** `locksmith` of a Container Linux Config: when machines restart after an update. */
export const locksmith = objectOf(
  fields({
    reboot_strategy: strategy,
    window_start: optionalText,
    window_length: optionalText,
    group: optionalText,
    etcd_endpoints: optionalText,
    etcd_cafile: optionalText,
    etcd_certfile: optionalText,
    etcd_keyfile: optionalText,
  }),
  ({ windowStart = "", windowLength = "" }, path, report) => {
    if ((windowStart === "") !== (windowLength === "")) {
      report.error(path, "window_start and window_length must be set together");
    }
  },
);

type Settings = Readonly<Record<string, string | undefined>>;

const updateKeys = {
  server: "SERVER",
  pcrPolicyServer: "PCR_POLICY_SERVER",
  downloadUser: "DOWNLOAD_USER",
  downloadPassword: "DOWNLOAD_PASSWORD",
  machineAlias: "MACHINE_ALIAS",
};
const locksmithKeys = {
  rebootStrategy: "REBOOT_STRATEGY",
  windowStart: "LOCKSMITHD_REBOOT_WINDOW_START",
  windowLength: "LOCKSMITHD_REBOOT_WINDOW_LENGTH",
  group: "LOCKSMITHD_GROUP",
  etcdEndpoints: "LOCKSMITHD_ENDPOINT",
  etcdCafile: "LOCKSMITHD_ETCD_CAFILE",
  etcdCertfile: "LOCKSMITHD_ETCD_CERTFILE",
  etcdKeyfile: "LOCKSMITHD_ETCD_KEYFILE",
};

/** The content of /etc/coreos/update.conf; empty without settings. Begins with an empty line if no group is set. */
export function updateConf(updates: Settings | undefined, locks: Settings | undefined): string {
  const group = updates?.group === undefined ? "" : `GROUP=${updates.group.toLowerCase()}`;
  const lines = [...settings(updates, updateKeys, (value) => value), ...settings(locks, locksmithKeys, goQuote)];
  return [group, ...lines].join("\n");
}

function settings(values: Settings | undefined, keys: object, write: (value: string) => string): string[] {
  return Object.entries(keys as Record<string, string>).flatMap(([name, key]) => {
    const value = values?.[name];
    return value === undefined ? [] : [`${key}=${write(value)}`];
  });
}
