import { endedByOneNewline } from "../../go-text/one-newline.ts";
import { type NTP } from "../../api/v1beta2/machine-setup.ts";
import { kubeadmSubcommand, type MachineData, verbosityFlag } from "../setup/machine-data.ts";
import { type ResolvedFile, type ResolvedUser } from "../setup/resolved-setup.ts";
import { dataUrl } from "../../ignition/data-url.ts";
import { type IgnitionFile } from "../../ignition/ignition-config.ts";
import { parseMode } from "../../ignition/permissions.ts";

/** The files of a machine, in the order of the Go provider. */
export function machineFiles(data: MachineData): IgnitionFile[] {
  const { files, users, settings } = data;
  return [
    ...users.flatMap(sudoersFile),
    ...sshdFile(users),
    ...files.map(writtenFile),
    file("/etc/kubeadm.sh", 0o700, kubeadmScript(data)),
    file("/etc/kubeadm.yml", 0o600, `---\n${data.kubeadmDocuments.join("\n---\n")}`),
    ...ntpFile(settings.ntp),
  ];
}

function file(path: string, mode: number, text: string): IgnitionFile {
  const source = dataUrl(endedByOneNewline(text));
  return { filesystem: "root", path, contents: { source, verification: {} }, mode };
}

function writtenFile({ path, owner, permissions, encoding, content }: ResolvedFile): IgnitionFile {
  const [user, group] = owner?.split(":").map((name) => name.trim()) ?? [];
  const bytes = encoding === "base64" ? Buffer.from(content, "base64") : endedByOneNewline(content);
  const mode = parseMode(permissions ?? "");
  return {
    filesystem: "root",
    ...(group === undefined || group === "" ? {} : { group: { name: group } }),
    path,
    ...(user === undefined || user === "" ? {} : { user: { name: user } }),
    contents: { source: dataUrl(bytes), verification: {} },
    ...(mode === undefined ? {} : { mode }),
  };
}

function sudoersFile({ name, sudo }: ResolvedUser): IgnitionFile[] {
  return sudo === undefined ? [] : [file(`/etc/sudoers.d/${name}`, 0o600, `${name} ${sudo}`)];
}

function sshdFile(users: readonly ResolvedUser[]): IgnitionFile[] {
  const names = users.filter(({ lockPassword }) => lockPassword === false).map(({ name }) => name);
  if (names.length === 0) return [];
  const lines = [
    "# Flatcar's settings, and login with a password for some users.",
    "Subsystem sftp internal-sftp",
    "ClientAliveInterval 180",
    "UseDNS no",
    "UsePAM yes",
    "PrintLastLog no # PAM does it",
    "PrintMotd no # PAM does it",
    "",
    `Match User ${names.join(",")}`,
    "  PasswordAuthentication yes",
  ];
  return [file("/etc/ssh/sshd_config", 0o600, lines.join("\n"))];
}

// The script of the unit. It moves kubeadm's configuration file to /tmp after its use, so that it runs once.
function kubeadmScript({ role, settings }: MachineData): string {
  return [
    "#!/bin/bash",
    "set -e",
    "",
    ...(settings.preKubeadmCommands ?? []),
    "",
    `kubeadm ${kubeadmSubcommand(role)} --config /etc/kubeadm.yml${verbosityFlag(settings.verbosity)}`,
    "mkdir -p /run/cluster-api && echo success > /run/cluster-api/bootstrap-success.complete",
    "mv /etc/kubeadm.yml /tmp/",
    "",
    ...(settings.postKubeadmCommands ?? []),
  ].join("\n");
}

// The servers are written whether enabled or not: the Go provider only checks whether that field is set.
function ntpFile(ntp: NTP | undefined): IgnitionFile[] {
  const servers = ntp?.servers ?? [];
  if (ntp?.enabled === undefined || servers.length === 0) return [];
  const lines = [
    "# The servers of the KubeadmConfig.",
    ...servers.map((server) => `server ${server.trim()}`),
    "",
    "# Tells everybody the time, at a limited rate, and nothing else.",
    "restrict default nomodify nopeer noquery notrap limited kod",
    "restrict 127.0.0.1",
    "restrict [::1]",
  ];
  return [file("/etc/ntp.conf", 0o644, lines.join("\n"))];
}
