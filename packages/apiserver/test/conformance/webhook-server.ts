import { once } from "node:events";
import { type IncomingMessage, type ServerResponse } from "node:http";
import https from "node:https";
import { type AddressInfo } from "node:net";
import { without } from "@capstan/kube";
import { type CertificateAndKey, CertificateAuthority } from "@capstan/kube/x509";
import { OpenConnections } from "../../src/server/open-connections.ts";

/** Answers a review that was posted; what it does not answer stays open. */
export type Respond = (review: unknown, response: ServerResponse, request: IncomingMessage) => void;

/** What the Service is called that webhooks can be behind. */
const serviceName = "hook";

/** An HTTPS server that reviews are posted to, under an authority of its own. */
export class WebhookServer {
  readonly authority: CertificateAuthority;
  /** What it serves with. */
  readonly certificate: string;
  readonly #server: https.Server;
  readonly #connections: OpenConnections;

  private constructor(authority: CertificateAuthority, serving: CertificateAndKey, respond: Respond) {
    this.authority = authority;
    this.certificate = serving.certificate;
    this.#server = https.createServer({ cert: serving.certificate, key: serving.privateKey }, (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        respond(JSON.parse(Buffer.concat(chunks).toString()), response, request);
      });
    });
    this.#connections = new OpenConnections();
    this.#connections.follow(this.#server);
  }

  static async start(respond: Respond): Promise<WebhookServer> {
    const authority = await CertificateAuthority.create("webhook-authority", Date);
    const webhook = new WebhookServer(
      authority,
      await authority.issueServing("webhook", ["127.0.0.1", `${serviceName}.default.svc`]),
      respond,
    );
    webhook.#server.listen(0, "127.0.0.1");
    await once(webhook.#server, "listening");
    return webhook;
  }

  /** How a definition or configuration names it. */
  clientConfig(path: string): { url: string; caBundle: string } {
    return { url: `https://${this.address}${path}`, caBundle: base64(this.authority.certificate) };
  }

  /** The same, behind a Service of the namespace `default`, and where that is. */
  serviceConfig(path: string): { service: object; caBundle: string } {
    return { ...without(this.clientConfig(path), "url"), service: { namespace: "default", name: serviceName, path } };
  }

  get address(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The same, by its own certificate instead of its authority's, as envtest states it. */
  pinnedConfig(path: string): { url: string; caBundle: string } {
    return { ...this.clientConfig(path), caBundle: base64(this.certificate) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    this.#connections.destroy();
    await closed;
  }
}

export function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
