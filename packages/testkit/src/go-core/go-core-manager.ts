import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createClient, systemClock } from "@capstan/runtime";
import { freePorts } from "../real/free-ports.ts";
import type { RealApiServer } from "../real/real-api-server.ts";
import { Reaper } from "../real/reaper.ts";
import { coreAccount, installCore, installWebhooks } from "./install-core.ts";
import { clusterApiAssets, type WebhookEndpoint } from "./manifests.ts";
import { serviceAccountKubeconfig, serviceAccountUser } from "./service-account.ts";

export interface GoCoreManagerOptions {
  /** The folder with core-manager and manifests/core.yaml. Default: the environment's CAPSTAN_CLUSTER_API_ASSETS. */
  readonly assets?: string;
  /** Further flags of the manager, such as `-v=5`. */
  readonly flags?: readonly string[];
}

const readyWithinMs = 120_000;
const program = "core-manager";

/**
 * The unmodified Go core manager of Cluster API on a real API server, with its CRDs, admission webhooks, ServiceAccount
 * and roles. The server needs `controllerManager: true`, which fills the manager's aggregated role.
 *
 * Its webhook server listens on all interfaces: it has no flag for that. Nothing is left behind even when this process is
 * killed; what is in the API server stays there.
 */
export class GoCoreManager implements AsyncDisposable {
  /** Its name in the audit log. */
  readonly user = serviceAccountUser(coreAccount);
  readonly #directory: string;
  readonly #reaper: Reaper;
  #process: ChildProcess | undefined;
  #lastLogs: readonly string[] = [];

  private constructor() {
    this.#directory = mkdtempSync(path.join(tmpdir(), "go-core-"));
    this.#reaper = new Reaper(this.#directory);
  }

  /**
   * Installs what the manager needs, starts it, and resolves once it is ready and the API server calls its webhooks.
   *
   * @throws Error the build is missing, or the manager ends or is not ready in time; the message has the end of its log.
   */
  static async start(server: RealApiServer, options: GoCoreManagerOptions = {}): Promise<GoCoreManager> {
    const assets = clusterApiAssets(options.assets);
    const manager = new GoCoreManager();
    const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "go-core-installer" });
    try {
      const [webhookPort = 0, healthPort = 0, diagnosticsPort = 0] = await freePorts(3);
      const endpoint: WebhookEndpoint = {
        url: `https://127.0.0.1:${webhookPort}`,
        certificateAuthority: server.authority.certificate,
      };
      await installCore(client, assets, endpoint);
      await manager.#writeFiles(server, await serviceAccountKubeconfig(server, client, coreAccount));
      manager.#run(path.join(assets, program), [
        `--kubeconfig=${manager.#file("kubeconfig")}`,
        `--health-addr=127.0.0.1:${healthPort}`,
        `--diagnostics-address=127.0.0.1:${diagnosticsPort}`,
        "--insecure-diagnostics=true",
        `--webhook-port=${webhookPort}`,
        `--webhook-cert-dir=${manager.#file("certificates")}`,
        ...(options.flags ?? []),
      ]);
      await manager.#ready(`http://127.0.0.1:${healthPort}/readyz`);
      await installWebhooks(client, assets, endpoint);
      return manager;
    } catch (error) {
      await manager.stop();
      throw error;
    } finally {
      await client.close();
    }
  }

  /** What it has printed, line by line; after it was stopped, what it had printed until then. */
  get logs(): readonly string[] {
    const file = this.#file(`${program}.log`);
    return existsSync(file) ? readFileSync(file, "utf8").split("\n") : this.#lastLogs;
  }

  async stop(): Promise<void> {
    this.#lastLogs = this.logs;
    await this.#reaper.reap();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #writeFiles(server: RealApiServer, kubeconfig: string): Promise<void> {
    const serving = await server.authority.issueServing("go-core", ["127.0.0.1"]);
    await mkdir(this.#file("certificates"), { mode: 0o700 });
    const files = {
      kubeconfig,
      "certificates/tls.crt": serving.certificate,
      "certificates/tls.key": serving.privateKey,
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(this.#file(name), content, { mode: 0o600 });
  }

  #run(file: string, flags: readonly string[]): void {
    const log = openSync(this.#file(`${program}.log`), "a");
    const child = spawn(file, flags, { stdio: ["ignore", log, log], cwd: this.#directory });
    closeSync(log);
    child.unref();
    child.on("error", (error) => {
      writeFileSync(this.#file(`${program}.log`), String(error));
    });
    if (child.pid !== undefined) this.#reaper.note(program, child.pid);
    this.#process = child;
  }

  async #ready(url: string): Promise<void> {
    const deadline = performance.now() + readyWithinMs;
    while (!(await answersOK(url))) {
      const { exitCode = null, signalCode = null, pid } = this.#process ?? {};
      const ended = exitCode !== null || signalCode !== null || pid === undefined;
      if (ended || performance.now() > deadline) {
        const what = ended ? "ended" : `is not ready after ${readyWithinMs / 1000} s`;
        throw new Error(`${program} ${what}.\n${this.logs.slice(-20).join("\n")}`);
      }
      await systemClock.sleep(100);
    }
  }

  #file(name: string): string {
    return path.join(this.#directory, name);
  }
}

async function answersOK(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
