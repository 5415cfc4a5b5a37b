import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { http } from "../http/node-http.ts";
import { addressOf, type Connections } from "./connections.ts";
import type { HttpRequest, HttpStream } from "./http-message.ts";
import { openTunnel } from "./proxy-tunnel.ts";
import type { TlsConnection } from "./tls-context.ts";
import { unlessAborted } from "./unless-aborted.ts";

const idleMs = 20_000;

/** Options of {@link Http1Connections}. */
export interface Http1Options {
  readonly connections: Connections;
  /** TLS options; used if the server's URL is https. */
  readonly tls: () => TlsConnection;
  readonly proxyUrl: string | undefined;
  readonly headerBytes: number | undefined;
}

/** HTTP/1.1 connections, one for each request in flight, kept alive for the next request. */
export class Http1Connections {
  readonly #server: URL;
  readonly #pool: ConnectionPool;
  readonly #headerBytes: number | undefined;

  constructor(server: URL, { connections, tls, proxyUrl, headerBytes }: Http1Options) {
    this.#server = server;
    this.#headerBytes = headerBytes;
    const address = addressOf(server);
    let session: Buffer | undefined;
    this.#pool = new ConnectionPool(async () => {
      const direct = proxyUrl === undefined;
      const socket = await (direct ? connections.open(address) : openTunnel(proxyUrl, address, connections));
      if (server.protocol !== "https:") return socket;
      const secured = await connections.secure(socket, address.host, { ...tls(), session });
      return secured.on("session", (ticket) => (session = ticket));
    });
  }

  /**
   * @param sending - called right before the first byte is written. If it throws, nothing is written and the error is thrown to the caller.
   */
  async open(message: HttpRequest, sending: () => void): Promise<HttpStream> {
    const { signal, gate } = message;
    let isSent = false;
    const answer = this.#send(message, () => {
      sending();
      isSent = true;
    });
    // While a request waits for a connection, Node ignores its signal.
    const waited = unlessAborted(answer, gate?.signal, () => !isSent);
    const response = await unlessAborted(waited, signal);
    return {
      status: response.statusCode ?? 0,
      retryAfter: response.headers["retry-after"],
      body: response,
      isWhole: () => response.complete,
    };
  }

  /** Closes each connection once its current answer has ended. */
  release(): void {
    this.#pool.release();
  }

  close(): void {
    this.#pool.destroy();
  }

  #send({ method, path, headers, body, signal }: HttpRequest, sending: () => void): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const request = http.request({
        agent: this.#pool,
        method,
        path,
        // For a DELETE, Node would omit the length and close the connection after the body.
        headers: {
          host: this.#server.host,
          ...headers,
          ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }),
        },
        ...(this.#headerBytes === undefined ? {} : { maxHeaderSize: this.#headerBytes }),
        ...(signal === undefined ? {} : { signal }),
      });
      request.once("socket", () => {
        try {
          sending();
        } catch (error) {
          request.destroy(error instanceof Error ? error : new Error("Not sent", { cause: error }));
          return;
        }
        request.end(body);
      });
      request.once("response", (response) => {
        // The reader gets the error from the response. Without a listener, the error would end the process.
        response.on("error", () => undefined);
        resolve(response);
      });
      request.on("error", reject);
    });
  }
}

/** Keeps idle connections for a while. */
class ConnectionPool extends http.Agent {
  readonly #open: () => Promise<Socket>;
  #isReleased = false;

  constructor(open: () => Promise<Socket>) {
    super({ keepAlive: true, keepAliveMsecs: 15_000, timeout: idleMs, maxFreeSockets: Infinity });
    this.#open = open;
  }

  /** Passes on a connection that is ready for a request. */
  override createConnection(_options: unknown, onCreated?: (error: Error | null, stream: Duplex) => void): undefined {
    this.#open().then(
      (socket) => onCreated?.(null, socket),
      (error: unknown) =>
        onCreated?.(error instanceof Error ? error : new Error("No connection", { cause: error }), undefined as never),
    );
  }

  override keepSocketAlive(socket: Duplex): boolean {
    // oxlint-disable-next-line typescript/no-confusing-void-expression -- Node's own returns whether it is kept
    return !this.#isReleased && Boolean(super.keepSocketAlive(socket));
  }

  release(): void {
    this.#isReleased = true;
    for (const idle of Object.values(this.freeSockets).flat()) idle?.destroy();
  }
}
