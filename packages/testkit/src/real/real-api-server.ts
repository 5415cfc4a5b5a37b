import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, openSync, closeSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import https from "node:https";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { renderKubeconfig } from "@capstan/kube";
import type { CertificateAndKey, CertificateAuthority } from "@capstan/kube/x509";
import { accessProgram, findAssets } from "./assets.ts";
import { type AuditEntry, readAuditLog } from "./audit-log.ts";
import { compactEtcd } from "./compact-etcd.ts";
import { apiServerFlags, auditLogIn, controllerManagerFlags, etcdFlags, etcdUrl } from "./program-flags.ts";
import { ProgramError } from "./program-error.ts";
import type { RealApiServerOptions } from "./real-api-server-options.ts";
import { Reaper } from "./reaper.ts";
import { makeServerFolder, type ServerFolder } from "./server-folder.ts";

const attempts = 3;
const readyWithinMs = 60_000;

/**
 * A real etcd and kube-apiserver on free loopback ports, in a temporary folder. Writes are not synced to disk. Dispose it:
 * `await using server = await RealApiServer.start()`. Its processes and folder are removed even if this process is killed.
 *
 * @example
 * <!-- no-run: needs etcd and kube-apiserver of KUBEBUILDER_ASSETS -->
 * ```ts
 * import { createClient, requestPath } from "@capstan/provider";
 * import { RealApiServer } from "@capstan/testkit";
 *
 * await using server = await RealApiServer.start();
 * const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "hello/1.0.0" });
 * console.log(await client.request("GET", requestPath`/version`));
 * await client.close();
 * ```
 */
export class RealApiServer {
  /** The URL of the server: `https://127.0.0.1:6443`. */
  readonly url: string;
  /** The kubeconfig (YAML) of an administrator, in the group system:masters. Contains a private key. */
  readonly kubeconfig: string;
  /** The folder of the server, its logs (`<program>.log`) and the audit log, until disposal. */
  readonly directory: string;
  /** The path of the audit log; the file exists if `audit` was requested. */
  readonly auditLog: string;
  /** The CA of the server certificate and of client certificates. */
  readonly authority: CertificateAuthority;
  /** The certificate of an administrator. */
  readonly admin: CertificateAndKey;
  readonly #options: RealApiServerOptions;
  readonly #folder: ServerFolder;
  readonly #reaper: Reaper;
  readonly #processes = new Map<string, ChildProcess>();

  private constructor(options: RealApiServerOptions, folder: ServerFolder) {
    this.#options = options;
    this.#folder = folder;
    this.directory = folder.directory;
    this.authority = folder.authority;
    this.admin = folder.admin;
    this.auditLog = auditLogIn(folder.directory);
    this.url = `https://127.0.0.1:${folder.ports.apiServer}`;
    this.#reaper = new Reaper(folder.directory);
    this.kubeconfig = this.#kubeconfig("admin", folder.admin);
  }

  /**
   * Starts the server and waits until it is ready and its namespaces exist, about 4 s.
   *
   * @throws ProgramError if the programs are missing or do not become ready; the message has the end of their logs.
   */
  static async start(options: RealApiServerOptions = {}): Promise<RealApiServer> {
    const assets = findAssets(options);
    for (let attempt = 1; ; attempt++) {
      const server = new RealApiServer({ ...options, assets }, await makeServerFolder());
      try {
        await server.#startAll();
        return server;
      } catch (error) {
        await server.stop();
        // Another process may have taken a port before the program bound it.
        if (attempt === attempts) throw error;
      }
    }
  }

  /** A kubeconfig (YAML) for `user`, with a client certificate. Contains a private key. */
  async kubeconfigFor(user: string, groups: readonly string[] = []): Promise<string> {
    return this.#kubeconfig(user, await this.authority.issueClient(user, groups));
  }

  /** The finished requests in the audit log, and watches that have begun. */
  auditEntries(): AuditEntry[] {
    return readAuditLog(this.auditLog);
  }

  /** Kills kube-apiserver (SIGKILL); etcd keeps its data. */
  async killApiServer(): Promise<void> {
    await this.#end("kube-apiserver", "SIGKILL");
  }

  /** Kills kube-apiserver if it runs, and starts it again with the same port and data. */
  async restart(): Promise<void> {
    await this.killApiServer();
    this.#startApiServer();
    await this.#ready();
  }

  /**
   * Forgets the history: a list or watch at an older resourceVersion gets the error Expired (410). kube-apiserver itself does so every 5
   * minutes.
   *
   * @throws ProgramError etcd rejected the request.
   */
  async compact(): Promise<void> {
    await compactEtcd(etcdUrl(this.#folder.ports));
  }

  /** Saves the data of etcd for {@link restoreEtcd}. The server is unavailable for a moment. */
  async saveEtcd(): Promise<void> {
    await this.#whileStopped(() => {
      rmSync(this.#file("etcd.saved"), { recursive: true, force: true });
      cpSync(this.#file("etcd"), this.#file("etcd.saved"), { recursive: true });
    });
  }

  /** Restores the data from {@link saveEtcd}: resource versions go back, as after a restore from a backup without a version bump. */
  async restoreEtcd(): Promise<void> {
    await this.#whileStopped(() => {
      rmSync(this.#file("etcd"), { recursive: true });
      cpSync(this.#file("etcd.saved"), this.#file("etcd"), { recursive: true });
    });
  }

  /**
   * Starts kube-controller-manager, instead of the option `controllerManager`. Call it after CRDs are installed: its garbage collector
   * looks for new kinds only every 30 s, and keeps dependents of their objects until then.
   *
   * @throws ProgramError if the program is missing.
   */
  startControllerManager(): void {
    accessProgram(this.#options.assets ?? "", "kube-controller-manager");
    writeFileSync(this.#file("admin.kubeconfig"), this.kubeconfig, { mode: 0o600 });
    this.#run("kube-controller-manager", controllerManagerFlags(this.#folder, this.#options));
  }

  /** Stops etcd and kube-apiserver, and removes their data. */
  async stop(): Promise<void> {
    await this.#reaper.reap();
  }

  /** Stops the server at the end of an `await using` block. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #startAll(): Promise<void> {
    this.#startEtcd();
    this.#startApiServer();
    await this.#ready();
    if (this.#options.controllerManager === true) this.startControllerManager();
  }

  async #whileStopped(work: () => void): Promise<void> {
    await this.killApiServer();
    // Not SIGKILL: without fsync, etcd would lose acknowledged writes.
    await this.#end("etcd", "SIGTERM");
    work();
    this.#startEtcd();
    this.#startApiServer();
    await this.#ready();
  }

  async #end(program: string, signal: NodeJS.Signals): Promise<void> {
    const process = this.#processes.get(program);
    if (process === undefined || hasEnded(process)) return;
    const gone = once(process, "exit");
    // While no other work is pending, only this keeps the caller alive.
    process.ref();
    process.kill(signal);
    await gone;
  }

  #startEtcd(): void {
    this.#run("etcd", etcdFlags(this.#folder));
  }

  #startApiServer(): void {
    this.#run("kube-apiserver", apiServerFlags(this.#folder, this.#options));
  }

  #run(program: string, flags: readonly string[]): void {
    const log = openSync(this.#file(`${program}.log`), "a");
    const child = spawn(path.join(this.#options.assets ?? "", program), flags, {
      stdio: ["ignore", log, log],
      // The server lives for one test: less garbage collection makes it ready sooner, at the price of memory.
      env: { GOGC: "400", ...process.env },
    });
    closeSync(log);
    child.unref();
    child.on("error", (error) => {
      writeFileSync(this.#file(`${program}.log`), String(error));
    });
    if (child.pid !== undefined) this.#reaper.note(program, child.pid);
    this.#processes.set(program, child);
  }

  async #ready(): Promise<void> {
    const deadline = performance.now() + readyWithinMs;
    for (const urlPath of ["/readyz", "/api/v1/namespaces/default", "/api/v1/namespaces/kube-system"]) {
      while ((await this.#status(urlPath)) !== 200) {
        const ended = [...this.#processes].find(([, child]) => hasEnded(child));
        if (ended !== undefined) throw new ProgramError(`${ended[0]} ended.\n${this.#endOfLog(ended[0])}`);
        if (performance.now() > deadline) {
          throw new ProgramError(
            `kube-apiserver is not ready after ${readyWithinMs / 1000} s.\n${this.#endOfLog("kube-apiserver")}`,
          );
        }
        await delay(50);
      }
    }
  }

  #status(urlPath: string): Promise<number> {
    return new Promise((resolve) => {
      const request = https.get(this.url + urlPath, {
        ca: this.authority.certificate,
        cert: this.admin.certificate,
        key: this.admin.privateKey,
        agent: false,
        timeout: 5000,
      });
      request.on("response", (response) => {
        response.resume();
        response.on("end", () => {
          resolve(response.statusCode ?? 0);
        });
      });
      request.on("timeout", () => request.destroy());
      request.on("error", () => {
        resolve(0);
      });
    });
  }

  #kubeconfig(user: string, credentials: CertificateAndKey): string {
    return renderKubeconfig({
      name: "real",
      server: this.url,
      certificateAuthority: this.authority.certificate,
      user,
      credentials,
    });
  }

  #endOfLog(program: string): string {
    return readFileSync(this.#file(`${program}.log`), "utf8")
      .split("\n")
      .slice(-20)
      .join("\n");
  }

  #file(name: string): string {
    return path.join(this.directory, name);
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
}
