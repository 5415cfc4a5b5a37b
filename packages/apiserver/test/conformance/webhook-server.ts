import { once } from "node:events";
import { type IncomingMessage, type ServerResponse } from "node:http";
import https from "node:https";
import { type AddressInfo } from "node:net";
import { without } from "@capstan/kube";
import { type CertificateAndKey, CertificateAuthority } from "@capstan/kube/x509";
import { OpenConnections } from "../../src/server/open-connections.ts";

/** Answers a posted review; a review without an answer stays open. */
export type Respond = (review: unknown, response: ServerResponse, request: IncomingMessage) => void;

/** The name of the Service in front of webhooks. */
const serviceName = "hook";

/** An HTTPS server for reviews, with its own certificate authority. */
export class WebhookServer {
  readonly authority: CertificateAuthority;
  /** The server's key and certificate. */
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

  /** Its clientConfig for a definition or configuration. */
  clientConfig(path: string): { url: string; caBundle: string } {
    return { url: `https://${this.address}${path}`, caBundle: base64(this.authority.certificate) };
  }

  /** The clientConfig for a Service of the namespace `default`, and the address behind it. */
  serviceConfig(path: string): { service: object; caBundle: string } {
    return { ...without(this.clientConfig(path), "url"), service: { namespace: "default", name: serviceName, path } };
  }

  get address(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The clientConfig with its own certificate instead of its authority's, as envtest sets it. */
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
