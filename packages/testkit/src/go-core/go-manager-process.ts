import { systemClock } from "@capstan/runtime";
import { ProgramError } from "../real/program-error.ts";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { CertificateAuthority } from "@capstan/kube/x509";
import { freePorts } from "../real/free-ports.ts";
import { listens } from "../real/listens.ts";
import { Reaper } from "../real/reaper.ts";
import type { WebhookEndpoint } from "../webhooks/webhook-endpoint.ts";

/** Options of a Go manager's start. */
export interface GoManagerStart {
  /** The folder with the program. */
  readonly assets: string;
  /** The name of the program, such as core-manager. */
  readonly program: string;
  /**
   * Returns the kubeconfig (YAML) of its user. Called with the address of the webhooks, so that it can install objects that must exist
   * before the start.
   */
  readonly kubeconfig: (endpoint: WebhookEndpoint) => Promise<string> | string;
  /** Flags in addition to those for its kubeconfig, ports and certificates. */
  readonly flags?: readonly string[];
  /** Whether everyone may read its metrics. Default true. */
  readonly insecureDiagnostics?: boolean;
}

const readyWithinMs = 120_000;

/**
 * The process of an unmodified Go manager of Cluster API, with its webhook server on its own port.
 *
 * The webhook server listens on all interfaces, because it has no flag for the address. The process ends even if this process is killed.
 */
export class GoManagerProcess implements AsyncDisposable {
  readonly #program: string;
  readonly #directory: string;
  readonly #reaper: Reaper;
  #process: ChildProcess | undefined;
  #lastLogs: readonly string[] = [];
  #command: readonly string[] = [];
  #healthPort = 0;
  #diagnosticsPort = 0;

  private constructor(program: string) {
    this.#program = program;
    this.#directory = mkdtempSync(path.join(tmpdir(), `go-${program}-`));
    this.#reaper = new Reaper(this.#directory);
  }

  /**
   * Starts the manager and resolves once it is ready.
   *
   * @throws ProgramError the manager ends or is not ready in time; the message has the end of its log.
   */
  static async start(start: GoManagerStart): Promise<{ process: GoManagerProcess; endpoint: WebhookEndpoint }> {
    const { assets, program, flags = [], insecureDiagnostics = true } = start;
    const started = new GoManagerProcess(program);
    return started.orStop(async () => {
      const [webhookPort = 0, healthPort = 0, diagnosticsPort = 0] = await freePorts(3);
      const authority = await CertificateAuthority.create(`${program}-webhooks`, systemClock);
      const endpoint: WebhookEndpoint = {
        url: `https://127.0.0.1:${webhookPort}`,
        certificateAuthority: authority.certificate,
      };
      await started.#writeFiles(authority, await start.kubeconfig(endpoint));
      started.#command = [
        path.join(assets, program),
        `--kubeconfig=${started.#file("kubeconfig")}`,
        `--health-addr=127.0.0.1:${healthPort}`,
        `--diagnostics-address=127.0.0.1:${diagnosticsPort}`,
        `--insecure-diagnostics=${insecureDiagnostics}`,
        `--webhook-port=${webhookPort}`,
        `--webhook-cert-dir=${started.#file("certificates")}`,
        ...flags,
      ];
      started.#healthPort = healthPort;
      started.#diagnosticsPort = diagnosticsPort;
      await started.#run();
      return { process: started, endpoint };
    });
  }

  /** Runs a part of the start; if it fails, stops the manager. */
  async orStop<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** Its output, line by line; after a stop, the output until then. */
  get logs(): readonly string[] {
    const file = this.#file(`${this.#program}.log`);
    return existsSync(file) ? readFileSync(file, "utf8").split("\n") : this.#lastLogs;
  }

  /** The port of its diagnostics, on 127.0.0.1. */
  get diagnosticsPort(): number {
    return this.#diagnosticsPort;
  }

  /** Reads /metrics, in the text format of Prometheus, if everyone may read them. */
  async metrics(): Promise<string> {
    return (await fetch(`http://127.0.0.1:${this.#diagnosticsPort}/metrics`)).text();
  }

  /**
   * Ends the process with SIGTERM and starts it again, with the same flags, ports and certificates.
   *
   * @throws ProgramError it ends or is not ready in time; the message has the end of its log.
   */
  async restart(): Promise<void> {
    const old = this.#process;
    if (old?.exitCode === null && old.signalCode === null) {
      old.ref();
      const gone = once(old, "exit");
      old.kill();
      await gone;
    }
    await this.#run();
  }

  async stop(): Promise<void> {
    this.#lastLogs = this.logs;
    await this.#reaper.reap();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #writeFiles(authority: CertificateAuthority, kubeconfig: string): Promise<void> {
    const serving = await authority.issueServing(this.#program, ["127.0.0.1"]);
    await mkdir(this.#file("certificates"), { mode: 0o700 });
    const files = {
      kubeconfig,
      "certificates/tls.crt": serving.certificate,
      "certificates/tls.key": serving.privateKey,
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(this.#file(name), content, { mode: 0o600 });
  }

  /** Starts the process, and resolves once it is ready. */
  async #run(): Promise<void> {
    const [file = "", ...flags] = this.#command;
    const log = openSync(this.#file(`${this.#program}.log`), "a");
    const child = spawn(file, flags, { stdio: ["ignore", log, log], cwd: this.#directory });
    closeSync(log);
    child.unref();
    child.on("error", (error) => {
      writeFileSync(this.#file(`${this.#program}.log`), String(error));
    });
    if (child.pid !== undefined) this.#reaper.note(this.#program, child.pid);
    this.#process = child;
    await this.#until(() => answersOK(`http://127.0.0.1:${this.#healthPort}/readyz`));
    // It first creates a certificate for its diagnostics, and is ready before they are.
    await this.#until(() => listens(this.#diagnosticsPort));
  }

  async #until(isReady: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + readyWithinMs;
    while (!(await isReady())) {
      const { exitCode = null, signalCode = null, pid } = this.#process ?? {};
      const ended = exitCode !== null || signalCode !== null || pid === undefined;
      if (ended || performance.now() > deadline) {
        const what = ended ? "ended" : `is not ready after ${readyWithinMs / 1000} s`;
        throw new ProgramError(`${this.#program} ${what}.\n${this.logs.slice(-20).join("\n")}`);
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
