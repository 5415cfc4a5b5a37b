import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { CertificateAuthority } from "@capstan/kube/x509";
import { systemClock } from "@capstan/runtime";
import { freePorts } from "../../real/free-ports.ts";
import { Reaper } from "../../real/reaper.ts";
import type { WebhookEndpoint } from "../../webhooks/webhook-endpoint.ts";

/** The number of last output lines to keep. */
const keptLines = 30;
/** The time that the process has to end cleanly. */
const endMs = 5_000;

/** A provider in any language, as a process that was started from a command line. */
export class ProviderCommand implements AsyncDisposable {
  /** The address of its webhooks; undefined if its command line does not have their port. */
  readonly webhooks: WebhookEndpoint | undefined;
  readonly #child: ChildProcess;
  readonly #reaper: Reaper;
  readonly #lines: string[] = [];
  #ending: string | undefined;

  private constructor(child: ChildProcess, reaper: Reaper, webhooks: WebhookEndpoint | undefined) {
    this.webhooks = webhooks;
    this.#child = child;
    this.#reaper = reaper;
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on("line", (line) => {
        this.#lines.push(line);
        if (this.#lines.length > keptLines) this.#lines.shift();
      });
    }
    child.on("error", ({ message }) => {
      this.#ending ??= message;
    });
    child.on("exit", (code, signal) => {
      this.#ending ??= signal ?? `exit status ${String(code)}`;
    });
  }

  /**
   * Starts it with the shell. It finds its API server through KUBECONFIG. In the command line, `{kubeconfig}` stands for that file, each
   * `{port}` for a free port, and `{certificates}` for a folder with tls.crt and tls.key, for webhooks on `{webhook-port}`.
   */
  static async start(line: string, kubeconfig: string): Promise<ProviderCommand> {
    const folder = mkdtempSync(path.join(tmpdir(), "capstan-conformance-"));
    const file = path.join(folder, "kubeconfig");
    writeFileSync(file, kubeconfig, { mode: 0o600 });
    const { command, webhooks } = await filledIn(line, folder, file);
    const child = spawn("sh", ["-c", command], {
      env: { ...process.env, KUBECONFIG: file },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    const reaper = new Reaper(folder);
    // The negative pid covers its process group, and so all its children.
    if (child.pid !== undefined) reaper.note("provider", -child.pid);
    return new ProviderCommand(child, reaper, webhooks);
  }

  /** Its last lines of output. */
  get output(): readonly string[] {
    return this.#lines;
  }

  /** The reason for its end; undefined while it runs. */
  get ending(): string | undefined {
    return this.#ending;
  }

  /** Kills it and all its children, without time for a clean end. */
  kill(): void {
    const { pid } = this.#child;
    if (this.#ending !== undefined || pid === undefined) return;
    this.#ending = "SIGKILL";
    process.kill(-pid, "SIGKILL");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { pid } = this.#child;
    if (this.#ending === undefined && pid !== undefined) {
      const ended = once(this.#child, "exit");
      process.kill(-pid, "SIGTERM");
      await Promise.race([ended, systemClock.sleep(endMs)]);
    }
    await this.#reaper.reap();
  }
}

interface FilledIn {
  readonly command: string;
  readonly webhooks: WebhookEndpoint | undefined;
}

async function filledIn(line: string, folder: string, kubeconfig: string): Promise<FilledIn> {
  const [webhookPort = 0, ...ports] = await freePorts(line.split("{port}").length);
  const certificates = path.join(folder, "certificates");
  const command = line
    .replaceAll("{port}", () => String(ports.shift()))
    .replaceAll("{webhook-port}", String(webhookPort))
    .replaceAll("{kubeconfig}", kubeconfig)
    .replaceAll("{certificates}", certificates);
  const certificateAuthority = line.includes("{certificates}") ? await writeCertificates(certificates) : undefined;
  const isServing = certificateAuthority !== undefined && line.includes("{webhook-port}");
  const webhooks = isServing ? { url: `https://127.0.0.1:${webhookPort}`, certificateAuthority } : undefined;
  return { command, webhooks };
}

/** @returns their CA certificate, PEM. */
async function writeCertificates(folder: string): Promise<string> {
  mkdirSync(folder, { mode: 0o700 });
  const authority = await CertificateAuthority.create("capstan-conformance-webhooks", systemClock);
  const { certificate, privateKey } = await authority.issueServing("webhooks", ["127.0.0.1"]);
  writeFileSync(path.join(folder, "tls.crt"), certificate, { mode: 0o600 });
  writeFileSync(path.join(folder, "tls.key"), privateKey, { mode: 0o600 });
  return authority.certificate;
}
