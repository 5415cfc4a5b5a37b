import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { sentinelFile } from "../../../examples/bootstrap-shell/src/render/render-script.ts";

/** The content of a ShellConfig in these tests: all data of a machine is passed to a program that would make it a Node. */
export const joinScript = 'join-node "$CLUSTER_NAME" "$MACHINE_NAME" "$KUBERNETES_VERSION" "$CONTROL_PLANE_ENDPOINT"';

/** The parameters of a machine's join. */
export interface Joining {
  readonly cluster: string;
  readonly machine: string;
  readonly version: string;
  readonly endpoint: string;
}

/**
 * Runs user data like the first boot of a machine, in a separate folder that represents its disk.
 * @throws Error it fails, or leaves no sentinel file.
 */
export async function boot(userData: string): Promise<Joining> {
  await using disk = await mkdtempDisposable(path.join(tmpdir(), "machine-"));
  const inside = (file: string) => path.join(disk.path, file);
  await writeFile(inside("join-node"), `#!/bin/sh\nprintf '%s\\n' "$@" > '${inside("joined")}'\n`, { mode: 0o755 });
  const script = userData.replaceAll(path.dirname(sentinelFile), inside(path.dirname(sentinelFile)));
  await writeFile(inside("user-data"), script, { mode: 0o755 });
  await promisify(execFile)(inside("user-data"), { env: { PATH: `${disk.path}:${process.env.PATH ?? ""}` } });
  if (!existsSync(inside(sentinelFile))) throw new Error(`There is no sentinel file after:\n${userData}`);
  const [cluster = "", machine = "", version = "", endpoint = ""] = (await readFile(inside("joined"), "utf8")).split(
    "\n",
  );
  return { cluster, machine, version, endpoint };
}
