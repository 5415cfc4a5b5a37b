import { once } from "node:events";
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from "node:http2";
import https from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { CertificateAuthority } from "@capstan/kube/x509";
import { renderKubeconfig } from "@capstan/kube";

/** A hostile server's handling of a request; `undefined`: it responds like an API server without objects. */
type Attack = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

/** The requests that a server attacks. It responds to all others as an empty API server does. */
export interface Behavior {
  readonly version?: Attack;
  readonly list?: Attack;
  readonly watch?: Attack;
  /** All other requests. */
  readonly other?: Attack;
  /** Whether it supports only HTTP/1.1. Default false. */
  readonly http1?: boolean;
}

const json = { "content-type": "application/json" };

/** The API server of a workload cluster whose owner wants to harm the manager: HTTPS, with a valid certificate. */
export class HostileServer implements AsyncDisposable {
  readonly kubeconfig: string;
  /** The requested paths. */
  readonly requests: string[] = [];
  /** The credentials that clients sent. */
  readonly credentials: string[] = [];
  readonly #server: Http2SecureServer;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Http2SecureServer, authority: string) {
    this.#server = server;
    server.on("connection", (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
      socket.on("error", () => undefined);
    });
    server.on("sessionError", () => undefined);
    const { port } = server.address() as AddressInfo;
    this.kubeconfig = renderKubeconfig({
      name: "hostile",
      server: `https://127.0.0.1:${port}`,
      certificateAuthority: authority,
      user: "manager",
      credentials: { token: "t0ken-of-the-tenant" },
    });
  }

  static async start(behavior: Behavior): Promise<HostileServer> {
    const authority = await CertificateAuthority.create("hostile", Date);
    const { certificate, privateKey } = await authority.issueServing("localhost", ["127.0.0.1"]);
    const tls = { cert: certificate, key: privateKey };
    // Its listeners get the same types as those of HTTP/2.
    const ofHttp1 = (): Http2SecureServer => https.createServer(tls) as unknown as Http2SecureServer;
    const server = behavior.http1 === true ? ofHttp1() : createSecureServer({ ...tls, allowHTTP1: true });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const hostile = new HostileServer(server, authority.certificate);
    server.on("request", (request, response) => {
      response.on("error", () => undefined);
      hostile.requests.push(request.url);
      if (request.headers.authorization !== undefined) hostile.credentials.push(request.headers.authorization);
      answer(behavior, request, response);
    });
    return hostile;
  }

  get url(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await Promise.resolve();
  }
}

function answer(
  { version, list, watch, other }: Behavior,
  request: Http2ServerRequest,
  response: Http2ServerResponse,
): void {
  const url = new URL(request.url, "https://localhost");
  if (url.pathname === "/version") {
    if (version !== undefined) version(request, response);
    else response.writeHead(200, json).end("{}");
  } else if (url.searchParams.get("watch") === "true") {
    // Without streamed lists, clients send list requests, which the server can attack.
    if (list !== undefined && url.searchParams.has("sendInitialEvents")) response.writeHead(400, json).end("{}");
    else if (watch !== undefined) watch(request, response);
    else response.writeHead(200, json).write("");
  } else if (request.method === "GET" && url.pathname.endsWith("/nodes")) {
    if (list !== undefined) list(request, response);
    else response.writeHead(200, json).end(JSON.stringify(emptyList));
  } else if (other !== undefined) other(request, response);
  else response.writeHead(404, json).end("{}");
}

const emptyList = { kind: "NodeList", apiVersion: "v1", metadata: { resourceVersion: "1" }, items: [] };

/** Sends chunks for as long as the client accepts them. */
export function stream(response: Http2ServerResponse, chunk: (index: number) => string | Buffer): void {
  let index = 0;
  let isOpen = true;
  const more = (): void => {
    while (isOpen) {
      const isTaken = response.write(chunk(index));
      index += 1;
      if (!isTaken) return;
    }
  };
  for (const event of ["close", "error"]) {
    response.on(event, () => {
      isOpen = false;
    });
  }
  response.on("drain", () => setImmediate(more));
  more();
}
