import { chmod } from "node:fs/promises";
import { existsSync } from "node:fs";
import { type Ended, type Sandbox } from "./sandbox.ts";

interface IgnitionData {
  readonly storage: {
    readonly files: readonly {
      readonly path: string;
      readonly mode?: number;
      readonly user?: { readonly name?: string };
      readonly group?: { readonly name?: string };
      readonly contents: { readonly source: string };
    }[];
  };
  readonly systemd: { readonly units: readonly { readonly name: string; readonly contents?: string }[] };
}

const kubeadmService = "/etc/systemd/system/kubeadm.service";

/** Writes the files and units of an Ignition configuration, as the initramfs does before a machine's first boot. */
export async function provision(sandbox: Sandbox, data: string): Promise<void> {
  const { storage, systemd } = JSON.parse(data) as IgnitionData;
  for (const { path, mode = 0o644, user, group, contents } of storage.files) {
    await sandbox.write(path, fromDataUrl(contents.source));
    await chmod(sandbox.path(path), mode);
    await sandbox.chown(path, user?.name ?? "root", group?.name ?? "root");
  }
  for (const { name, contents } of systemd.units) {
    if (contents !== undefined) await sandbox.write(`/etc/systemd/system/${name}`, contents);
  }
}

/**
 * Starts kubeadm.service as systemd does at each boot: runs its command if its condition holds.
 * @returns undefined if it does not.
 */
export async function startKubeadmService(sandbox: Sandbox): Promise<Ended | undefined> {
  const unit = (await sandbox.run("cat", kubeadmService)).output;
  const setting = (name: string): string => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1] ?? "";
  if (!existsSync(sandbox.path(setting("ConditionPathExists")))) return undefined;
  const [program = "", ...args] = setting("ExecStart").split(" ");
  return await sandbox.run(program, ...args);
}

/** The problems that systemd reports about the unit; undefined if systemd is not available. */
export async function complaintsOfSystemd(sandbox: Sandbox): Promise<string | undefined> {
  const { status, output } = await sandbox.run("systemd-analyze", "verify", kubeadmService);
  return status === 127 ? undefined : output.trim();
}

function fromDataUrl(url: string): Buffer {
  const escaped = url.replace(/^data:,/, "");
  return Buffer.from(
    escaped.replaceAll(/%([0-9A-F]{2})/g, (_escape, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    "latin1",
  );
}
