import { connect as connectHttp2 } from "node:http2";
import type { Clock } from "../clock/clock.ts";
import { addressOf, type Connections } from "./connections.ts";
import type { HttpRequest, HttpStream } from "./http-message.ts";
import { Http2Session, maxStreams, RefusedStream } from "./http2-session.ts";
import type { ResponseLimits } from "./response-limits.ts";
import type { TlsConnection } from "./tls-context.ts";
import { unlessAborted } from "./unless-aborted.ts";
import { whenReady } from "./when-ready.ts";

/** A server that shuts down refuses requests without processing them. A server that always does so must not be tried forever. */
const attempts = 3;
/**
 * How much the server may send ahead of the reader. With a small window, the server ends a watch whose client is busy for a moment; 8 MiB
 * holds thousands of events.
 */
const streamWindowBytes = 8 * 1024 * 1024;
/** Streams that are not read take no window from others. */
const sessionWindowBytes = maxStreams * streamWindowBytes;
/** The memory limit of a session, in MB, as the option takes it. */
const sessionMemory = { trusted: 1_024, limited: 32 };

/** Options of {@link Http2Sessions}. */
export interface Http2Options {
  readonly tls: () => TlsConnection;
  readonly connections: Connections;
  readonly clock: Clock;
  readonly limits: Pick<ResponseLimits, "headerBytes" | "windowBytes"> | undefined;
}

/** HTTP/2 connections: one, while it has room for all concurrent requests. */
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

  /** Sends a request once there is a connection; `undefined` if the server does not support HTTP/2. */
  async open(request: HttpRequest): Promise<HttpStream | undefined> {
    let refusals = 0;
    for (;;) {
      request.signal?.throwIfAborted();
      // The connection is shared: a caller that aborts ends its own wait only.
      const session = this.#free() ?? (await unlessAborted(this.#acquire(), request.signal));
      if (session === undefined) return undefined;
      // Other waiting callers may have taken the room.
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

  /** Closes each connection once its last answer has ended. */
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

  /** @throws Error - the server closes its connections immediately. */
  async #acquire(): Promise<Http2Session | undefined> {
    // All waiting callers share the next connection, up to its limit.
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined;
    });
    const session = await this.#connecting;
    // eslint-disable-next-line errors/capstan-errors -- the transport makes a ConnectionError of it
    if (session?.isUsable === false) throw new Error("The server closed the connection immediately");
    return session;
  }

  async #connect(): Promise<Http2Session | undefined> {
    const { limits, clock, connections, tls } = this.#options;
    const address = addressOf(this.#server);
    const raw = await connections.open(address);
    const socket = await connections.secure(raw, address.host, { ALPNProtocols: ["h2", "http/1.1"], ...tls() });
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
    // Limits take effect once the server has acknowledged them.
    await whenReady(connected, limits === undefined ? "connect" : "localSettings", "The server", clock);
    connected.setLocalWindowSize(limits === undefined ? sessionWindowBytes : 4 * limits.windowBytes);
    const session = new Http2Session(connected, {
      clock,
      hasLimits: limits !== undefined,
      onRetired: () => this.#sessions.delete(session),
    });
    this.#sessions.add(session);
    return session;
  }
}
