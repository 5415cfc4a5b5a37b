import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import https from "node:https";
import { type AddressInfo } from "node:net";
import { type PeerCertificate, TLSSocket } from "node:tls";
import { CertificateAuthority } from "@capstan/kube/x509";
import { OpenConnections } from "../../src/server/open-connections.ts";

/** The requests that an extension server received. */
export interface AskedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The name in the client's certificate; undefined if it had none. */
  readonly client: string | undefined;
}

type Answer = (asked: AskedRequest, response: ServerResponse) => void;

/** A server that serves a version of a group behind the Service `extension` of a namespace. */
export class ExtensionServer {
  readonly asked: AskedRequest[] = [];
  readonly #server: https.Server;
  readonly #connections: OpenConnections;
  readonly #authority: CertificateAuthority;

  private constructor(authority: CertificateAuthority, server: https.Server) {
    this.#authority = authority;
    this.#server = server;
    this.#connections = new OpenConnections();
    this.#connections.follow(server);
  }

  static async start(namespace: string, answer: Answer): Promise<ExtensionServer> {
    const authority = await CertificateAuthority.create("extension-authority", Date);
    const serving = await authority.issueServing("extension", [`extension.${namespace}.svc`]);
    const tls = { cert: serving.certificate, key: serving.privateKey, requestCert: true, rejectUnauthorized: false };
    const server = https.createServer(tls, (request: IncomingMessage, response: ServerResponse) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const { method = "", url = "", headers } = request;
        const asked = { method, url, headers, body: Buffer.concat(chunks).toString(), client: clientOf(request) };
        extension.asked.push(asked);
        answer(asked, response);
      });
    });
    const extension: ExtensionServer = new ExtensionServer(authority, server);
    server.listen(0, "localhost");
    await once(server, "listening");
    return extension;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The address and the CA for an APIService. */
  get caBundle(): string {
    return Buffer.from(this.#authority.certificate).toString("base64");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#connections.destroy();
    await closed;
  }
}

function clientOf({ socket }: IncomingMessage): string | undefined {
  // Without a client certificate, the object is empty.
  const { subject } = socket instanceof TLSSocket ? (socket.getPeerCertificate() as Partial<PeerCertificate>) : {};
  return [subject?.CN].flat()[0];
}
