import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Client, systemClock } from "@capstan/runtime";
import { type RealApiServer, type WebhookEndpoint } from "@capstan/testkit";
import { webhookKinds } from "../../packages/testkit/src/go-core/kinds.ts";
import { calledByURL, clusterApiAssets, readManifests } from "../../packages/testkit/src/go-core/manifests.ts";
import { freePorts } from "../../packages/testkit/src/real/free-ports.ts";
import { Reaper } from "../../packages/testkit/src/real/reaper.ts";

const readyWithinMs = 60_000;
const program = "kubeadm-bootstrap-manager";

/** The unmodified Go kubeadm bootstrap manager of Cluster API on a real API server, for one namespace, with its webhooks. */
export class GoBootstrapManager implements AsyncDisposable {
  readonly #directory = mkdtempSync(path.join(tmpdir(), "go-bootstrap-"));
  readonly #reaper = new Reaper(this.#directory);
  #process: ChildProcess | undefined;

  /** Starts the manager and resolves once it is ready and the API server calls its webhooks. The CRDs must be there. */
  static async start(server: RealApiServer, client: Client, namespace: string): Promise<GoBootstrapManager> {
    const manager = new GoBootstrapManager();
    try {
      const [webhookPort = 0, healthPort = 0, diagnosticsPort = 0] = await freePorts(3);
      await manager.#writeFiles(server);
      manager.#run(path.join(clusterApiAssets(), program), [
        `--kubeconfig=${manager.#file("kubeconfig")}`,
        `--namespace=${namespace}`,
        "--feature-gates=KubeadmBootstrapFormatIgnition=true",
        `--health-addr=127.0.0.1:${healthPort}`,
        `--diagnostics-address=127.0.0.1:${diagnosticsPort}`,
        "--insecure-diagnostics=true",
        `--webhook-port=${webhookPort}`,
        `--webhook-cert-dir=${manager.#file("certificates")}`,
      ]);
      await manager.#ready(`http://127.0.0.1:${healthPort}/readyz`);
      const endpoint = {
        url: `https://127.0.0.1:${webhookPort}`,
        certificateAuthority: server.authority.certificate,
      };
      await installWebhooks(client, endpoint);
      return manager;
    } catch (error) {
      await manager[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** What it has printed. */
  get log(): string {
    return readFileSync(this.#file(`${program}.log`), "utf8");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#reaper.reap();
  }

  async #writeFiles(server: RealApiServer): Promise<void> {
    const serving = await server.authority.issueServing(program, ["127.0.0.1"]);
    mkdirSync(this.#file("certificates"), { mode: 0o700 });
    const files = {
      kubeconfig: server.kubeconfig,
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
    if (child.pid !== undefined) this.#reaper.note(program, child.pid);
    this.#process = child;
  }

  async #ready(url: string): Promise<void> {
    const deadline = performance.now() + readyWithinMs;
    while (!(await answersOK(url))) {
      const ended = this.#process?.exitCode !== null;
      if (ended || performance.now() > deadline) {
        const end = this.log.split("\n").slice(-20).join("\n");
        throw new Error(`${program} ${ended ? "ended" : "is not ready"}.\n${end}`);
      }
      await systemClock.sleep(100);
    }
  }

  #file(name: string): string {
    return path.join(this.#directory, name);
  }
}

async function installWebhooks(client: Client, endpoint: WebhookEndpoint): Promise<void> {
  const manifests = readManifests("bootstrap");
  for (const kind of webhookKinds) {
    for (const manifest of manifests.filter((candidate) => candidate.kind === kind.kind)) {
      const body = calledByURL(manifest, endpoint);
      await client.patch(kind, { name: body.metadata.name }, { type: "apply", body, force: true });
    }
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
