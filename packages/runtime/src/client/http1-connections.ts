import { Agent, type Dispatcher, ProxyAgent } from "undici";
import type { Connections } from "./connections.ts";
import type { TlsOptions } from "./credentials.ts";
import type { HttpRequest, HttpStream } from "./http-message.ts";
import { gated } from "./send-gate.ts";
import type { TlsConnection } from "./tls-context.ts";
import { unlessAborted } from "./unless-aborted.ts";

/** Options of {@link Http1Connections}. */
export interface Http1Options {
  readonly connections: Connections;
  readonly tls: TlsOptions;
  readonly connection: () => Partial<TlsConnection>;
  readonly proxyUrl: string | undefined;
  readonly headerBytes: number | undefined;
}

/** HTTP/1.1 connections, one for each request that is under way, kept for the next one. */
export class Http1Connections {
  readonly #origin: string;
  readonly #agent: Dispatcher;

  constructor(origin: string, { connections, tls, connection, proxyUrl, headerBytes }: Http1Options) {
    this.#origin = origin;
    const options = {
      connections: null,
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout: 20_000,
      // Who sends a request decides how long it is waited for.
      headersTimeout: 0,
      bodyTimeout: 0,
      ...(headerBytes === undefined ? {} : { maxHeaderSize: headerBytes }),
    };
    const connect = connections.connector(connection);
    this.#agent =
      proxyUrl === undefined
        ? new Agent({ ...options, connect })
        : new ProxyAgent({ ...options, uri: proxyUrl, requestTls: tls });
  }

  /** @param sending - called right before the first byte is written. What it throws is thrown; nothing is written then. */
  async open({ body, signal, gate, ...message }: HttpRequest, sending: () => void): Promise<HttpStream> {
    let isSent = false;
    const dispatcher = gated(this.#agent, () => {
      sending();
      isSent = true;
    });
    const answer = dispatcher.request({
      ...message,
      origin: this.#origin,
      method: message.method,
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
      // Without this option, undici ends the connection after a DELETE with a body, and every DELETE of an object has one.
      reset: false,
    });
    // As long as it waits for a connection, the dispatcher notices no signal.
    const waited = unlessAborted(answer, gate?.signal, () => !isSent);
    const { statusCode, headers, body: stream } = await unlessAborted(waited, signal);
    const retryAfter = headers["retry-after"];
    return {
      status: statusCode,
      retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
      body: stream,
      isWhole: () => true,
    };
  }

  /** Ends each connection once its answer has ended. */
  release(): void {
    void this.#agent.close().catch(() => undefined);
  }

  close(): void {
    void this.#agent.destroy().catch(() => undefined);
  }
}
