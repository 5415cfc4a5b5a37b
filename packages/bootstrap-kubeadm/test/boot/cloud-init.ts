import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { gunzipSync } from "node:zlib";
import { YAML11_SCHEMA, load } from "js-yaml";
import { type Sandbox } from "./sandbox.ts";

/** Boots a machine from user data: everything at its first boot, and parts of it at every later boot. */
export interface CloudInit {
  readonly name: string;
  boot(sandbox: Sandbox, userData: string): Promise<void>;
}

/** The machine's name in the cloud's metadata. */
export const hostname = "machine-1";

/** The features of cloud-init that the data needs, as documented; available on every machine, and fast. */
export const ownReading: CloudInit = {
  name: "the documented cloud-init",
  async boot(sandbox, userData) {
    if (!userData.startsWith("## template: jinja\n#cloud-config\n"))
      throw new Error("this is not a cloud-config template");
    const text = userData.replaceAll(/\{\{\s*ds\.meta_data\.local_hostname\s*\}\}/g, hostname);
    const { bootcmd = [], write_files = [], runcmd = [] } = load(text, { schema: YAML11_SCHEMA }) as CloudConfig;
    // a failed module is reported, and the others still run
    await shell(sandbox, "/var/lib/cloud/bootcmd.sh", bootcmd);
    for (const file of write_files) await writeOne(sandbox, file);
    await shell(sandbox, "/var/lib/cloud/runcmd.sh", runcmd);
  },
};

interface CloudConfig {
  readonly bootcmd?: readonly Command[];
  readonly write_files?: readonly WrittenFile[];
  readonly runcmd?: readonly Command[];
}

/** A shell command line, or a program and its arguments. */
type Command = string | readonly string[];

interface WrittenFile {
  readonly path: string;
  readonly content?: string;
  readonly encoding?: string;
  readonly owner?: string;
  readonly permissions?: string;
  readonly append?: boolean;
}

async function shell(sandbox: Sandbox, path: string, commands: readonly Command[]): Promise<void> {
  const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;
  const lines = commands.map((command) => (typeof command === "string" ? command : command.map(quoted).join(" ")));
  await sandbox.write(path, ["#!/bin/sh", ...lines, ""].join("\n"), 0o700);
  await sandbox.run("/bin/sh", path);
}

async function writeOne(sandbox: Sandbox, file: WrittenFile): Promise<void> {
  const path = sandbox.path(file.path);
  await mkdir(dirname(path), { recursive: true });
  await (file.append === true ? appendFile : writeFile)(path, decoded(file));
  await chmod(path, Number.parseInt(file.permissions ?? "0644", 8));
  const [user = "", group = ""] = (file.owner ?? "root:root").split(":");
  await sandbox.chown(file.path, user, group);
}

function decoded({ content = "", encoding = "" }: WrittenFile): Buffer {
  const bytes = Buffer.from(content, encoding.endsWith("base64") ? "base64" : "utf8");
  return encoding.startsWith("gzip") ? gunzipSync(bytes) : bytes;
}

/** The version of the host's cloud-init; undefined if it is not installed. */
export const cloudInitVersion = findVersion();

/** The host's cloud-init: all its stages in order, with the user data from a NoCloud source. */
export const realCloudInit: CloudInit = {
  name: `cloud-init ${cloudInitVersion ?? ""}`,
  async boot(sandbox, userData) {
    await sandbox.write("/etc/cloud/cloud.cfg", JSON.stringify(settings));
    await sandbox.write("/var/lib/cloud/seed/nocloud/user-data", userData);
    await sandbox.write("/var/lib/cloud/seed/nocloud/meta-data", `instance-id: i-1\nlocal-hostname: ${hostname}\n`);
    const result = sandbox.path("/var/lib/cloud/data/result.json");
    await rm(result, { force: true });
    const { output } = await sandbox.run("/bin/sh", "-c", stages);
    if (!existsSync(result)) throw new Error(`cloud-init did not come to its end: ${output}`);
  },
};

// Only the modules that the data uses: no network, no keys, no packages.
const settings = {
  syslog_fix_perms: "root:root",
  datasource_list: ["NoCloud"],
  network: { config: "disabled" },
  cloud_init_modules: ["bootcmd", "write-files", "users-groups"],
  cloud_config_modules: ["runcmd"],
  cloud_final_modules: ["scripts-user"],
  users: [],
  system_info: { distro: "debian" },
};

const stages = [
  "cloud-init init --local",
  "cloud-init init",
  "cloud-init modules --mode=config",
  "cloud-init modules --mode=final",
].join("\n");

function findVersion(): string | undefined {
  try {
    return execFileSync("cloud-init", ["--version"], { encoding: "utf8", stdio: "pipe" }).trim().split(" ").at(-1);
  } catch {
    return undefined;
  }
}
