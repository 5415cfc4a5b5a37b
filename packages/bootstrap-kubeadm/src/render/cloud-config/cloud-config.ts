import { type NTP } from "../api/machine-setup.ts";
import { toYaml } from "./yaml.ts";

/** A file of cloud-init's `write_files`. */
export interface CloudConfigFile {
  readonly path: string;
  readonly owner?: string;
  readonly permissions?: string;
  readonly encoding?: string;
  readonly append?: boolean;
  readonly content: string;
}

/** A user of cloud-init's `users`, its password resolved. */
export interface CloudConfigUser {
  readonly name: string;
  readonly passwd?: string;
  readonly gecos?: string;
  readonly groups?: string;
  readonly homedir?: string;
  readonly inactive?: boolean;
  readonly lock_passwd?: boolean;
  readonly shell?: string;
  readonly primary_group?: string;
  readonly sudo?: string;
  readonly ssh_authorized_keys?: readonly string[];
}

/** What one machine gets, in cloud-init's order of things. */
export interface CloudConfig {
  readonly files: readonly CloudConfigFile[];
  readonly bootCommands?: readonly string[] | undefined;
  readonly commands: readonly string[];
  readonly ntp?: NTP | undefined;
  readonly users?: readonly CloudConfigUser[] | undefined;
  readonly mounts?: readonly (readonly string[])[] | undefined;
}

/** First lines of the bootstrap data: cloud-init's format, and its instance data usable as Jinja variables. */
export const cloudConfigHeader = "## template: jinja\n#cloud-config\n";

/** Writes the cloud-config. Every value is quoted where it has to be, so that no input can break the document. */
export function renderCloudConfig(config: CloudConfig): string {
  const document = {
    write_files: config.files.map((file) => ({ ...file, content: endedByOneNewline(file.content) })),
    bootcmd: config.bootCommands,
    runcmd: config.commands,
    ntp: config.ntp === undefined ? undefined : renderNtp(config.ntp),
    users: config.users,
    mounts: config.mounts,
  };
  return `${cloudConfigHeader}${toYaml(document, { sortKeys: false })}`;
}

function renderNtp({ enabled, servers = [] }: NTP): object {
  return { enabled, servers: servers.length === 0 ? null : servers };
}

// The Go provider's literal blocks end every file with exactly one newline, whatever the content ended with.
function endedByOneNewline(content: string): string {
  const text = content.replace(/\n+$/, "");
  return text === "" ? "" : `${text}\n`;
}
