import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { ApiServer } from "@capstan/apiserver";
import { createClient } from "@capstan/provider";
import { registerNode } from "@capstan/testkit";
import { authorityFolder, sentinelFile } from "../src/data/render-script.ts";

/** How a machine has started `light`. */
export interface Started {
  readonly role: "server" | "agent";
  readonly options: Readonly<Record<string, string>>;
}

/** Machines whose user data is executed. The first server starts an API server with the cluster's authority; each machine becomes a Node. */
export class FakeMachines implements AsyncDisposable {
  /** How each machine has started, by its name. */
  readonly started = new Map<string, Started>();
  /** The names of the machines that run. */
  readonly running = new Set<string>();
  /** Called with the API server when the first server has begun the cluster. */
  whenBegun: (server: ApiServer) => void = () => undefined;
  #server: ApiServer | undefined;
  #token: string | undefined;

  /** An administrator's kubeconfig of the cluster that the first server has begun. */
  get kubeconfig(): string {
    return this.#server?.kubeconfig ?? "";
  }

  /**
   * Executes the user data of a machine, once.
   *
   * @throws Error the data fails, leaves no sentinel file, or does not start a machine of this cluster.
   */
  async boot(userData: string, providerID: string): Promise<void> {
    await using disk = await mkdtempDisposable(path.join(tmpdir(), "machine-"));
    const { role, options } = await run(userData, disk.path);
    const name = options["node-name"] ?? "";
    this.running.add(name);
    if (this.started.has(name)) return;
    const begins = options["cluster-init"];
    if (begins === undefined && options.token !== this.#token) throw new Error(`${name} has another token.`);
    if (begins !== undefined && this.#server !== undefined) throw new Error(`${name} begins a second cluster.`);
    this.started.set(name, { role, options });
    if (begins !== undefined) {
      this.#token = options.token;
      const read = (file: string) => readFile(path.join(disk.path, authorityFolder, file), "utf8");
      const certificateAuthority = { certificate: await read("ca.crt"), privateKey: await read("ca.key") };
      this.#server = await ApiServer.start({ certificateAuthority, port: Number(begins.replace(/.*:/, "")) });
      this.whenBegun(this.#server);
    }
    const client = createClient({ kubeconfig: this.kubeconfig, userAgent: "kubelet" });
    await registerNode(client, { name, providerID, version: options.version ?? "" });
    await client.close();
  }

  /** Shuts a machine down for good. */
  shutDown(name: string): void {
    this.running.delete(name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server?.close();
  }
}

/** Runs user data in a folder that represents the disk of a machine, with a program `light` that writes its arguments down. */
async function run(userData: string, disk: string): Promise<Started> {
  const inside = (file: string) => path.join(disk, file);
  const program = `#!/bin/sh\nprintf '%s\\n' "$@" > '${inside("arguments")}'\n`;
  await writeFile(inside("light"), program, { mode: 0o755 });
  const folders = [authorityFolder, path.dirname(sentinelFile)];
  const script = folders.reduce((text, folder) => text.replaceAll(folder, inside(folder)), userData);
  await writeFile(inside("user-data"), script, { mode: 0o755 });
  await promisify(execFile)(inside("user-data"), { env: { PATH: `${disk}:${process.env.PATH ?? ""}` } });
  if (!existsSync(inside(sentinelFile))) throw new Error("There is no sentinel file.");
  const [role, ...options] = (await readFile(inside("arguments"), "utf8")).trim().split("\n");
  const pairs = options.map((option) => option.replace(/^--/, "").split(/=(.*)/s, 2));
  return { role: role === "server" ? "server" : "agent", options: Object.fromEntries(pairs) as Record<string, string> };
}
