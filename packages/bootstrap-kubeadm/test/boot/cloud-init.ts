import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { fileCommand, planBoot } from "@capstan/bootstrap-data";
import { type Sandbox } from "./sandbox.ts";

/** Boots a machine from user data: everything at its first boot, and parts of it at every later boot. */
export interface CloudInit {
  readonly name: string;
  boot(sandbox: Sandbox, userData: string): Promise<void>;
}

/** The machine's name in the cloud's metadata. */
export const hostname = "machine-1";

/** The plan of `@capstan/bootstrap-data`, carried out; available on every machine, and fast. */
export const ownReading: CloudInit = {
  name: "planBoot",
  async boot(sandbox, userData) {
    const plan = planBoot(userData, { instance: { instanceID: "i-1", localHostname: hostname } });
    const again = existsSync(sandbox.path(bootedOnce));
    const failed = new Set<string>();
    for (const step of plan.steps) {
      if (failed.has(step.module) || (again && step.frequency === "once")) continue;
      const { argv, stdin } = step.kind === "file" ? fileCommand(step.file) : step;
      const { status } = await sandbox.feed(stdin, ...argv);
      if (status !== 0 && step.onFailure === "skipModule") failed.add(step.module);
    }
    await sandbox.write(bootedOnce, "");
  },
};

const bootedOnce = "/var/lib/cloud/instance/boot-finished";

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
