import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { CertificateAuthority } from "@capstan/kube/x509";
import { type Client, systemClock } from "@capstan/runtime";
import { freePorts } from "../../../packages/testkit/src/real/free-ports.ts";
import { listens } from "../../../packages/testkit/src/real/listens.ts";
import { callByURL } from "./call-by-url.ts";
import type { ProviderProcess } from "./provider-process.ts";

/** The address of the webhooks in a provider's process, with a certificate like those of cert-manager. */
export class LoopbackWebhooks {
  readonly #port: number;
  readonly #folder: string;
  readonly #authority: string;

  private constructor(port: number, folder: string, authority: string) {
    this.#port = port;
    this.#folder = folder;
    this.#authority = authority;
  }

  /** @param folder - of the certificate; it is created. */
  static async prepare(folder: string): Promise<LoopbackWebhooks> {
    const authority = await CertificateAuthority.create("cert-manager", systemClock);
    const pair = await authority.issueServing("webhook", ["127.0.0.1"]);
    await mkdir(folder);
    await writeFile(path.join(folder, "tls.crt"), pair.certificate);
    await writeFile(path.join(folder, "tls.key"), pair.privateKey, { mode: 0o600 });
    const [port = 0] = await freePorts(1);
    return new LoopbackWebhooks(port, folder, authority.certificate);
  }

  /** The arguments of a Deployment with these in place of its own; those of a provider without webhooks stay unchanged. */
  argumentsOf(args: readonly string[]): string[] {
    return args.map((argument) =>
      argument
        .replace(/^--webhook-port=.*/, `--webhook-port=${this.#port}`)
        .replace(/^--webhook-cert-dir=.*/, `--webhook-cert-dir=${this.#folder}`),
    );
  }

  /** Whether the arguments of a Deployment are those of a provider with webhooks. */
  static areServedWith(args: readonly string[]): boolean {
    return args.some((argument) => argument.startsWith("--webhook-port="));
  }

  /**
   * Makes the API server call the webhooks of the process.
   * @param label - of the provider.
   * @throws Error the process ends, or does not listen within a minute.
   */
  async wire(client: Client, label: string, process: ProviderProcess): Promise<void> {
    const end = performance.now() + 60_000;
    while (!(await listens(this.#port))) {
      if (process.running && performance.now() < end) await delay(100);
      else throw new Error(`The manager serves no webhooks:\n${process.output}`);
    }
    await callByURL(client, label, `https://127.0.0.1:${this.#port}`, this.#authority);
  }
}
