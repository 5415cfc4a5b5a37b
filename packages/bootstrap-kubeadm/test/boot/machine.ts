import { existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { type CloudInit } from "./cloud-init.ts";
import { type KubeadmCall, installFakeKubeadm, kubeadmCalls } from "./fake-kubeadm.ts";
import { Sandbox } from "./sandbox.ts";

/** The file by which infrastructure providers detect a bootstrapped machine. */
const sentinelPath = "/run/cluster-api/bootstrap-success.complete";

/** A machine with a fake kubeadm that really boots from bootstrap data. */
export class Machine implements AsyncDisposable {
  readonly sandbox: Sandbox;

  private constructor(sandbox: Sandbox) {
    this.sandbox = sandbox;
  }

  /** @param kubeadmStatuses - the exit statuses of kubeadm, call by call. */
  static async create(kubeadmStatuses: readonly number[] = [0]): Promise<Machine> {
    const sandbox = await Sandbox.create();
    await installFakeKubeadm(sandbox, kubeadmStatuses);
    return new Machine(sandbox);
  }

  /** A machine that has booted once from its data. */
  static async booted(cloudInit: CloudInit, data: string, kubeadmStatuses?: readonly number[]): Promise<Machine> {
    const machine = await Machine.create(kubeadmStatuses);
    await cloudInit.boot(machine.sandbox, data);
    return machine;
  }

  async calls(): Promise<KubeadmCall[]> {
    return await kubeadmCalls(this.sandbox);
  }

  /** The content of the sentinel file; undefined if it does not exist. */
  async sentinel(): Promise<string | undefined> {
    return existsSync(this.sandbox.path(sentinelPath)) ? await this.text(sentinelPath) : undefined;
  }

  /** The lines that the commands and kubeadm have written to /var/log/trace. */
  async trace(): Promise<string[]> {
    return (await this.text("/var/log/trace")).split("\n").slice(0, -1);
  }

  async text(path: string): Promise<string> {
    return await readFile(this.sandbox.path(path), "utf8");
  }

  async bytes(path: string): Promise<Buffer> {
    return await readFile(this.sandbox.path(path));
  }

  exists(path: string): boolean {
    return existsSync(this.sandbox.path(path));
  }

  /** Numeric permissions and owner, such as `0600 0:0`. */
  mode(path: string): string {
    const { mode, uid, gid } = statSync(this.sandbox.path(path));
    return `0${(mode & 0o7777).toString(8)} ${uid}:${gid}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.sandbox[Symbol.asyncDispose]();
  }
}
