import { type ClientHttp2Session, type ClientHttp2Stream, connect as connectHttp2, constants } from "node:http2";
import { connect as connectTls, type TLSSocket } from "node:tls";
import type { Clock, Timer } from "../clock/clock.ts";
import type { Connections } from "./connections.ts";
import type { HttpRequest, HttpStream } from "./http-message.ts";
import type { ResponseLimits } from "./response-limits.ts";
import type { TlsConnection } from "./tls-context.ts";
import { unlessAborted } from "./unless-aborted.ts";

/** The server is asked for a sign of life this often, and given this long to answer: with a new connection 10 s together. */
const pingIntervalMs = 5_000;
const pingTimeoutMs = 4_000;
/** The end of that time, for a process that was busy all along: an answer that came meanwhile is read before it passes. */
const lastCallMs = 1_000;
const connectTimeoutMs = 10_000;
/** A watch that is accepted is answered at once, whether or not anything happens. */
const headersTimeoutMs = 15_000;
/** kube-apiserver allows 100 streams a connection. */
const maxStreamsPerSession = 90;
/**
 * How much the server may send ahead of us. With a small window it ends a watch whose client is busy for a moment;
 * 8 MiB are thousands of events.
 */
const streamWindowBytes = 8 * 1024 * 1024;
const sessionWindowBytes = 64 * 1024 * 1024;
/** Memory of a session, in MB as the option takes it. */
const sessionMemory = { trusted: 1_024, limited: 32 };

interface Session {
  readonly session: ClientHttp2Session;
  streams: number;
  ping: Timer | undefined;
  isUsable: boolean;
}

/** HTTP/2 connections for watches: many on one connection, whose PINGs notice a dead path that TCP does not. */
export class Http2Sessions {
  readonly #server: URL;
  readonly #tls: () => TlsConnection;
  readonly #connections: Connections;
  readonly #clock: Clock;
  readonly #limits: Pick<ResponseLimits, "headerBytes" | "windowBytes"> | undefined;
  readonly #sessions: Session[] = [];
  #connecting: Promise<Session | undefined> | undefined;

  constructor(
    server: URL,
    options: {
      readonly tls: () => TlsConnection;
      readonly connections: Connections;
      readonly clock: Clock;
      readonly limits: Pick<ResponseLimits, "headerBytes" | "windowBytes"> | undefined;
    },
  ) {
    this.#limits = options.limits;
    this.#server = server;
    this.#tls = options.tls;
    this.#connections = options.connections;
    this.#clock = options.clock;
  }

  /** Opens a stream; `undefined` when the server does not speak HTTP/2. */
  async open(request: HttpRequest): Promise<HttpStream | undefined> {
    // The connection is shared: a caller that gives up ends its own wait, not the connection.
    const session = await unlessAborted(this.#acquire(), request.signal);
    if (session === undefined) return undefined;
    request.signal?.throwIfAborted();
    return this.#request(session, request);
  }

  /** Ends each connection once its last stream has ended. */
  release(): void {
    for (const each of this.#sessions.splice(0)) this.#retire(each, false);
  }

  close(): void {
    for (const each of this.#sessions.splice(0)) this.#retire(each, true);
  }

  async #acquire(): Promise<Session | undefined> {
    const free = this.#sessions.find((each) => each.isUsable && each.streams < maxStreamsPerSession);
    if (free !== undefined) return free;
    // Everyone who waits shares the next connection, up to its limit.
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined;
    });
    const session = await this.#connecting;
    if (session === undefined || (session.isUsable && session.streams < maxStreamsPerSession)) return session;
    return this.#acquire();
  }

  async #connect(): Promise<Session | undefined> {
    const socket = await this.#connectTls();
    if (socket.alpnProtocol !== "h2") {
      socket.destroy();
      return undefined;
    }
    const limits = this.#limits;
    const session = connectHttp2(this.#server, {
      createConnection: () => socket,
      maxSessionMemory: limits === undefined ? sessionMemory.trusted : sessionMemory.limited,
      settings: {
        enablePush: false,
        initialWindowSize: limits?.windowBytes ?? streamWindowBytes,
        ...(limits === undefined ? {} : { maxHeaderListSize: limits.headerBytes }),
      },
    });
    const entry: Session = { session, streams: 0, ping: undefined, isUsable: true };
    session.on("connect", () => {
      // Closed by us while it was being made.
      if (!session.destroyed)
        session.setLocalWindowSize(limits === undefined ? sessionWindowBytes : 4 * limits.windowBytes);
    });
    for (const event of ["goaway", "close"] as const) {
      session.on(event, () => {
        this.#retire(entry, event === "close");
      });
    }
    // Each stream has the error too, and reports it.
    session.on("error", () => {
      this.#retire(entry, true);
    });
    this.#sessions.push(entry);
    return entry;
  }

  /** @throws Error - no connection, or no handshake within 10 s. */
  #connectTls(): Promise<TLSSocket> {
    return new Promise((resolve, reject) => {
      const host = this.#server.hostname.replace(/^\[(.*)\]$/, "$1");
      const isAddress = /^[\d.]+$|:/.test(host);
      const port = Number(this.#server.port === "" ? 443 : this.#server.port);
      this.#connections.open(host, port, (error, raw) => {
        if (raw === undefined) {
          reject(error ?? new Error("No connection"));
          return;
        }
        const socket = connectTls({
          socket: raw,
          ALPNProtocols: ["h2", "http/1.1"],
          ...(isAddress ? {} : { servername: host }),
          ...this.#tls(),
        });
        const timer = this.#clock.setTimer(connectTimeoutMs, () =>
          socket.destroy(new Error("The TLS handshake took too long")),
        );
        const onEnd = (reason?: unknown): void => {
          timer.cancel();
          reject(reason instanceof Error ? reason : new Error("The connection was closed during the TLS handshake"));
        };
        socket.once("error", onEnd).once("close", onEnd);
        socket.once("secureConnect", () => {
          timer.cancel();
          socket.off("error", onEnd).off("close", onEnd);
          resolve(socket);
        });
      });
    });
  }

  #request(entry: Session, request: HttpRequest): Promise<HttpStream> {
    entry.streams += 1;
    this.#schedulePing(entry);
    const stream = entry.session.request({
      ...request.headers,
      [constants.HTTP2_HEADER_METHOD]: request.method,
      [constants.HTTP2_HEADER_PATH]: request.path,
    });
    stream.once("close", () => {
      entry.streams -= 1;
      if (entry.streams === 0) entry.ping?.cancel();
      if (entry.streams === 0 && !entry.isUsable) entry.session.close();
    });
    return this.#answer(entry, stream, request.signal);
  }

  #answer(entry: Session, stream: ClientHttp2Stream, signal: AbortSignal | undefined): Promise<HttpStream> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        stream.destroy();
        reject(new Error("Aborted"));
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      const timer = this.#clock.setTimer(headersTimeoutMs, () => {
        this.#fail(entry, "The server accepted a watch but did not answer it");
      });
      stream.once("response", (headers) => {
        timer.cancel();
        const retryAfter = headers["retry-after"];
        resolve({
          status: Number(headers[constants.HTTP2_HEADER_STATUS]),
          retryAfter: typeof retryAfter === "string" ? retryAfter : undefined,
          body: stream,
        });
      });
      stream.once("error", reject);
      stream.once("close", () => {
        timer.cancel();
        signal?.removeEventListener("abort", onAbort);
        reject(new Error("The connection was closed before an answer came"));
      });
    });
  }

  #schedulePing(entry: Session): void {
    entry.ping?.cancel();
    entry.ping = this.#clock.setTimer(pingIntervalMs, () => {
      if (entry.session.destroyed) return;
      entry.ping = this.#clock.setTimer(pingTimeoutMs - lastCallMs, () => {
        entry.ping = this.#clock.setTimer(lastCallMs, () => {
          this.#fail(entry, `The server did not answer a ping within ${pingTimeoutMs / 1_000} s`);
        });
      });
      entry.session.ping((error) => {
        entry.ping?.cancel();
        if (error === null && entry.streams > 0 && !entry.session.destroyed) this.#schedulePing(entry);
      });
    });
  }

  #fail(entry: Session, message: string): void {
    this.#retire(entry, false);
    entry.session.destroy(new Error(message), constants.NGHTTP2_CANCEL);
  }

  #retire(entry: Session, isNow: boolean): void {
    entry.isUsable = false;
    const index = this.#sessions.indexOf(entry);
    if (index >= 0) this.#sessions.splice(index, 1);
    if (isNow || entry.streams === 0) {
      entry.ping?.cancel();
      if (!entry.session.destroyed) entry.session.destroy();
    }
  }
}
