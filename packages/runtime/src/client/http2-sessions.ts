import { type ClientHttp2Session, connect as connectHttp2 } from "node:http2";
import { connect as connectTls, type TLSSocket } from "node:tls";
import type { Clock } from "../clock/clock.ts";
import type { Connections } from "./connections.ts";
import type { HttpRequest, HttpStream } from "./http-message.ts";
import { Http2Session, maxStreams, RefusedStream } from "./http2-session.ts";
import type { ResponseLimits } from "./response-limits.ts";
import type { TlsConnection } from "./tls-context.ts";
import { unlessAborted } from "./unless-aborted.ts";

const connectTimeoutMs = 10_000;
/** A server that stops refuses what it has not looked at; one that never does anything else is not asked for ever. */
const attempts = 3;
/**
 * How much the server may send ahead of us. With a small window it ends a watch whose client is busy for a moment;
 * 8 MiB are thousands of events.
 */
const streamWindowBytes = 8 * 1024 * 1024;
/** Streams that are not read take nothing away from others. */
const sessionWindowBytes = maxStreams * streamWindowBytes;
/** Memory of a session, in MB as the option takes it. */
const sessionMemory = { trusted: 1_024, limited: 32 };

/** Options of {@link Http2Sessions}. */
export interface Http2Options {
  readonly tls: () => TlsConnection;
  readonly connections: Connections;
  readonly clock: Clock;
  readonly limits: Pick<ResponseLimits, "headerBytes" | "windowBytes"> | undefined;
}

/** HTTP/2 connections: one, as long as it has room for all that is asked at a time. */
export class Http2Sessions {
  readonly #server: URL;
  readonly #options: Http2Options;
  readonly #sessions = new Set<Http2Session>();
  #connecting: Promise<Http2Session | undefined> | undefined;
  #isReleased = false;

  constructor(server: URL, options: Http2Options) {
    this.#server = server;
    this.#options = options;
  }

  /** Sends a request, once there is a connection; `undefined` if the server does not speak HTTP/2. */
  async open(request: HttpRequest): Promise<HttpStream | undefined> {
    let refusals = 0;
    for (;;) {
      request.signal?.throwIfAborted();
      // The connection is shared: a caller that gives up ends its own wait, not the connection.
      const session = this.#free() ?? (await unlessAborted(this.#acquire(), request.signal));
      if (session === undefined) return undefined;
      // Others that waited too may have taken the room.
      if (!session.hasRoom) continue;
      try {
        const answer = session.send(request);
        if (this.#isReleased) session.release();
        return await answer;
      } catch (error) {
        refusals += 1;
        if (!(error instanceof RefusedStream) || refusals === attempts) throw error;
      }
    }
  }

  /** Ends each connection once its last answer has ended. */
  release(): void {
    this.#isReleased = true;
    for (const each of this.#sessions) each.release();
  }

  close(): void {
    for (const each of this.#sessions) each.destroy();
  }

  #free(): Http2Session | undefined {
    for (const each of this.#sessions) if (each.hasRoom) return each;
    return undefined;
  }

  /** @throws Error - the server ends its connections at once. */
  async #acquire(): Promise<Http2Session | undefined> {
    // Everyone who waits shares the next connection, up to its limit.
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined;
    });
    const session = await this.#connecting;
    // eslint-disable-next-line errors/capstan-errors -- the transport makes a ConnectionError of it
    if (session?.isUsable === false) throw new Error("The server closed the connection at once");
    return session;
  }

  async #connect(): Promise<Http2Session | undefined> {
    const { limits, clock } = this.#options;
    const socket = await this.#connectTls();
    if (socket.alpnProtocol !== "h2") {
      socket.destroy();
      return undefined;
    }
    const connected = connectHttp2(this.#server, {
      createConnection: () => socket,
      maxSessionMemory: limits === undefined ? sessionMemory.trusted : sessionMemory.limited,
      settings: {
        enablePush: false,
        initialWindowSize: limits?.windowBytes ?? streamWindowBytes,
        ...(limits === undefined ? {} : { maxHeaderListSize: limits.headerBytes }),
      },
    });
    // Limits hold from when the server has acknowledged them.
    await whenReady(connected, limits === undefined ? "connect" : "localSettings", clock);
    connected.setLocalWindowSize(limits === undefined ? sessionWindowBytes : 4 * limits.windowBytes);
    const session = new Http2Session(connected, {
      clock,
      hasLimits: limits !== undefined,
      onRetired: () => this.#sessions.delete(session),
    });
    this.#sessions.add(session);
    return session;
  }

  /** @throws Error - no connection, or no handshake within 10 s. */
  #connectTls(): Promise<TLSSocket> {
    return new Promise((resolve, reject) => {
      const host = this.#server.hostname.replace(/^\[(.*)\]$/, "$1");
      const isAddress = /^[\d.]+$|:/.test(host);
      const port = Number(this.#server.port === "" ? 443 : this.#server.port);
      this.#options.connections.open(host, port, (error, raw) => {
        if (raw === undefined) {
          reject(error ?? new Error("No connection"));
          return;
        }
        const socket = connectTls({
          socket: raw,
          // What the certificate has to be for. SNI takes no addresses, and without either of the two Node checks it for "localhost".
          host,
          ALPNProtocols: ["h2", "http/1.1"],
          ...(isAddress ? {} : { servername: host }),
          ...this.#options.tls(),
        });
        const timer = this.#options.clock.setTimer(connectTimeoutMs, () =>
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
}

function whenReady(session: ClientHttp2Session, event: "connect" | "localSettings", clock: Clock): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimer(connectTimeoutMs, () => {
      session.destroy(new Error("The server took too long to begin"));
    });
    const onEnd = (error?: Error): void => {
      timer.cancel();
      reject(error ?? new Error("The connection was closed before it could be used"));
    };
    // Stay: an error right after it is ready, with no one who listens, would end the process.
    session.once("error", onEnd).once("close", onEnd);
    session.once(event, () => {
      timer.cancel();
      resolve();
    });
  });
}
