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

/** How many of the last lines of output are kept. */
const keptLines = 30;
/** It is given this long to end in order. */
const endMs = 5_000;

/** A provider in any language, as a process that was started by a command line. */
export class ProviderCommand implements AsyncDisposable {
  /** Where it serves webhooks; undefined: its command line does not have the port. */
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
   * Starts it by the shell. It finds its API server by KUBECONFIG. In the command line, `{kubeconfig}` stands for that file, each `{port}`
   * for a free port, and `{certificates}` for a folder with tls.crt and tls.key, to serve webhooks with on `{webhook-port}`.
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
    // All that it starts is of its group.
    if (child.pid !== undefined) reaper.note("provider", -child.pid);
    return new ProviderCommand(child, reaper, webhooks);
  }

  /** Its last lines of output. */
  get output(): readonly string[] {
    return this.#lines;
  }

  /** How it ended; undefined while it runs. */
  get ending(): string | undefined {
    return this.#ending;
  }

  /** Kills it, with all that it has started: it has no time to end anything. */
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

/** @returns the certificate of their authority, PEM. */
async function writeCertificates(folder: string): Promise<string> {
  mkdirSync(folder, { mode: 0o700 });
  const authority = await CertificateAuthority.create("capstan-conformance-webhooks", systemClock);
  const { certificate, privateKey } = await authority.issueServing("webhooks", ["127.0.0.1"]);
  writeFileSync(path.join(folder, "tls.crt"), certificate, { mode: 0o600 });
  writeFileSync(path.join(folder, "tls.key"), privateKey, { mode: 0o600 });
  return authority.certificate;
}
