import { posix } from "node:path";
import { type NTP } from "../../api/v1beta2/machine-setup.ts";
import { kubeadmSubcommand, type MachineData, type MachineRole, verbosityFlag } from "../setup/machine-data.ts";
import { type ResolvedFile } from "../setup/resolved-setup.ts";
import { diskLines } from "./disks.ts";
import { goQuote } from "../../go-text/go-quote.ts";
import { scalar } from "./scalar.ts";
import { usersLines } from "./users.ts";
import { writeFilesEntry } from "./write-files.ts";

/** First lines of the bootstrap data: cloud-init's format, and Jinja templating with its instance data as variables. */
const cloudConfigHeader = "## template: jinja\n#cloud-config\n";

/** Its existence tells infrastructure providers that the machine is bootstrapped. */
const sentinelPath = "/run/cluster-api/bootstrap-success.complete";

/**
 * Renders the bootstrap data as cloud-config, in the order and form of the Go provider. A string that the Go provider leaves plain is
 * quoted if it would otherwise be read differently, so that no input can break the document.
 */
export function renderCloudConfig(data: MachineData): string {
  const { role, settings, users } = data;
  const lines = [
    "write_files:",
    ...[...data.files, kubeadmFile(data), placeholder].flatMap(writeFilesEntry),
    ...list("bootcmd", settings.bootCommands ?? []),
    "runcmd:",
    ...(settings.preKubeadmCommands ?? []).map(command),
    `  - ${kubeadmCommand(role, settings.verbosity)}`,
    ...(settings.postKubeadmCommands ?? []).map(command),
    ...ntpLines(settings.ntp),
    ...usersLines(users),
    ...diskLines(settings.diskSetup),
    ...mountsLines(settings.mounts ?? []),
  ];
  return `${cloudConfigHeader}\n${lines.join("\n")}\n`;
}

function list(name: string, commands: readonly string[]): string[] {
  return commands.length === 0 ? [] : [`${name}:`, ...commands.map(command)];
}

function command(text: string): string {
  return `  - ${goQuote(text)}`;
}

function kubeadmCommand(role: MachineRole, verbosity: number | undefined): string {
  const run = `kubeadm ${kubeadmSubcommand(role)} --config ${configPath(role)}${verbosityFlag(verbosity)}`;
  const text = `${run} && echo success > ${sentinelPath}`;
  return role === "init" ? `'${text}'` : text;
}

function configPath(role: MachineRole): string {
  return role === "init" ? "/run/kubeadm/kubeadm.yaml" : "/run/kubeadm/kubeadm-join-config.yaml";
}

function kubeadmFile({ role, kubeadmDocuments }: MachineData): ResolvedFile {
  // Only the file of a joining control-plane machine lacks the line that begins a document.
  const begin = role === "control-plane" ? "" : "---\n";
  const content = `${begin}${kubeadmDocuments.join("\n---\n")}`;
  return { path: configPath(role), owner: "root:root", permissions: "0640", content };
}

function ntpLines(ntp: NTP | undefined): string[] {
  if (ntp === undefined) return [];
  const { enabled, servers = [] } = ntp;
  return [
    "ntp:",
    ...(enabled === undefined ? [] : [`  enabled: ${enabled}`]),
    // An empty value would be null, which cloud-init's schema refuses.
    ...(servers.length === 0
      ? ["  servers: []"]
      : ["  servers:", ...servers.map((server) => `    - ${scalar(server)}`)]),
  ];
}

function mountsLines(mounts: readonly (readonly string[])[]): string[] {
  if (mounts.length === 0) return [];
  const fields = ([first = "", ...others]: readonly string[]) => [
    `  - - ${scalar(first)}`,
    ...others.map((field) => `    - ${scalar(field)}`),
  ];
  return ["mounts:", ...mounts.flatMap(fields)];
}

// Creates the sentinel's directory before the command that writes there: mkdir -p would not work on Windows.
const placeholder: ResolvedFile = {
  path: posix.join(posix.dirname(sentinelPath), "placeholder"),
  owner: "root:root",
  permissions: "0640",
  content: "Creates the directory of the bootstrap success file, on Linux and Windows.",
};
