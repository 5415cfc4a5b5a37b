import { Agent, type Dispatcher, ProxyAgent } from "undici";
import { isCapstanError } from "@capstan/kube";
import type { Clock } from "../clock/clock.ts";
import { abortReason } from "../clock/sleep.ts";
import { ConnectionError } from "../errors/connection-error.ts";
import { StoppedError } from "../errors/runtime-errors.ts";
import { Connections } from "./connections.ts";
import type { ClusterAccess } from "./cluster-access.ts";
import type { Credentials, TlsOptions } from "./credentials.ts";
import { gated } from "./send-gate.ts";
import { Http2Sessions } from "./http2-sessions.ts";
import type { HttpRequest, HttpResponse, HttpStream } from "./http-message.ts";
import type { RequestRate } from "./request-rate.ts";
import { refusedResponse, type ResponseLimits } from "./response-limits.ts";
import { tlsConnection } from "./tls-context.ts";
import { unlessAborted } from "./unless-aborted.ts";

/** Options of {@link HttpTransport}. */
export interface TransportOptions {
  readonly clock: Clock;
  readonly connections: number;
  readonly requestTimeoutMs: number;
  readonly limits: ResponseLimits | undefined;
  /** How often requests may be sent; `undefined`: as often as there are any. */
  readonly rate: RequestRate | undefined;
}

interface Pools {
  readonly credentials: Credentials;
  readonly requests: Dispatcher;
  readonly watches: Dispatcher;
  /** `undefined` if HTTP/2 cannot be used: plain HTTP, or through a proxy. */
  http2: Http2Sessions | undefined;
}

function sameTls(left: TlsOptions, right: TlsOptions): boolean {
  const material = ({ ca, cert, key }: TlsOptions): string => JSON.stringify([ca, cert, key]);
  return material(left) === material(right);
}

function isLoopback(server: URL): boolean {
  return ["localhost", "[::1]"].includes(server.hostname) || server.hostname.startsWith("127.");
}

/** The system's code of an error, from anywhere in its chain of causes. */
function systemCode(error: unknown): string | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ("code" in each && typeof each.code === "string") return each.code;
  }
  return undefined;
}

/**
 * Two sets of connections to one server, so that neither can starve the other: a bounded HTTP/1.1 keep-alive pool for
 * requests, and for watches HTTP/2, or HTTP/1.1 with a connection each where the server speaks no HTTP/2.
 */
export class HttpTransport {
  readonly #access: ClusterAccess;
  readonly #options: TransportOptions;
  readonly #basePath: string;
  readonly #connections: Connections;
  #pools: Pools | undefined;
  #isClosed = false;

  constructor(access: ClusterAccess, options: TransportOptions) {
    this.#access = access;
    this.#options = options;
    this.#connections = new Connections(options.clock);
    this.#basePath = access.server.pathname.replace(/\/$/, "");
  }

  async request(request: HttpRequest): Promise<HttpResponse> {
    await this.#turn(request);
    if (this.#options.limits === undefined) return this.#ask(request);
    // A server that sends a byte now and then would be waited for as long as it likes.
    const { clock, requestTimeoutMs } = this.#options;
    const ending = new AbortController();
    const timer = clock.setTimer(requestTimeoutMs, () => {
      const seconds = requestTimeoutMs / 1_000;
      ending.abort(
        new ConnectionError(`No answer from ${this.#access.server.origin}: it took longer than ${seconds} s`),
      );
    });
    const signal = request.signal === undefined ? ending.signal : AbortSignal.any([request.signal, ending.signal]);
    try {
      return await this.#ask({ ...request, signal });
    } finally {
      timer.cancel();
    }
  }

  async #ask(request: HttpRequest): Promise<HttpResponse> {
    return this.#guard(request, async (check) => {
      const { requests, credentials } = await this.#current();
      let isSent = false;
      const dispatcher = gated(requests, () => {
        check();
        isSent = true;
      });
      const answer = dispatcher.request({
        ...this.#message(request, credentials),
        headersTimeout: this.#options.requestTimeoutMs,
        bodyTimeout: this.#options.requestTimeoutMs,
      });
      // As long as it waits for a connection, the dispatcher notices no signal.
      const waited = unlessAborted(answer, request.gate?.signal, () => !isSent);
      const response = await unlessAborted(waited, request.signal);
      const text = await response.body.text();
      return { status: response.statusCode, retryAfter: single(response.headers["retry-after"]), text };
    });
  }

  /**
   * Longest time a watch may be asked to last, in seconds. HTTP/2 pings detect a dead connection; without them, and with a server
   * on another machine, watches are kept short instead, so that a dead one soon ends.
   */
  async longestWatchSeconds(): Promise<number> {
    const { http2 } = await this.#current();
    return http2 !== undefined || isLoopback(this.#access.server) ? Infinity : 20;
  }

  async stream(request: HttpRequest): Promise<HttpStream> {
    await this.#turn(request);
    return this.#guard(request, async () => {
      const pools = await this.#current();
      if (pools.http2 !== undefined) {
        const message = this.#message(request, pools.credentials);
        const stream = await pools.http2.open({ ...request, path: message.path, headers: message.headers });
        if (stream !== undefined) return stream;
        pools.http2 = undefined;
      }
      const answer = pools.watches.request({
        ...this.#message(request, pools.credentials),
        headersTimeout: 15_000,
        bodyTimeout: 0,
      });
      const response = await unlessAborted(answer, request.signal);
      return {
        status: response.statusCode,
        retryAfter: single(response.headers["retry-after"]),
        body: response.body,
      };
    });
  }

  /** The server answered 401: the next request uses fresh credentials. */
  async renewCredentials(): Promise<void> {
    await this.#access.credentials(true);
  }

  /** What broke a stream, as a {@link ConnectionError} or the signal's reason. */
  connectionError(error: unknown, signal?: AbortSignal): Error {
    if (signal?.aborted === true) return abortReason(signal);
    if (this.#isClosed) return new StoppedError("The client has been closed");
    if (isCapstanError(error)) return error;
    const code = systemCode(error);
    if (code === "UND_ERR_RES_EXCEEDED_MAX_SIZE") {
      return refusedResponse(`has more than ${this.#options.limits?.answerBytes ?? 0} bytes`, error);
    }
    if (code === "UND_ERR_HEADERS_OVERFLOW") return refusedResponse("has too long headers", error);
    const detail = code ?? (error instanceof Error ? error.message : "unknown error");
    return new ConnectionError(`No answer from ${this.#access.server.origin}: ${detail}`, { cause: error });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#drop();
  }

  /** Waits until the rate lets it be sent: before anything is timed, since the server cannot help it. */
  async #turn({ path, signal, gate }: HttpRequest): Promise<void> {
    if (!this.#isClosed) await this.#options.rate?.take(path, eitherOf(signal, gate?.signal));
  }

  async #guard<R>(request: HttpRequest, work: (check: () => void) => Promise<R>): Promise<R> {
    if (this.#isClosed) throw new StoppedError("The client has been closed");
    request.signal?.throwIfAborted();
    const { gate } = request;
    let refusal: unknown;
    const check = (): void => {
      try {
        gate?.check();
      } catch (error) {
        refusal = error;
        throw error;
      }
    };
    try {
      return await work(check);
    } catch (error) {
      // Nothing that the network has kept back must reach the server once another process leads.
      if (isCapstanError(request.signal?.reason, "LeadershipLost")) this.#connections.reset();
      // What the gate says is the caller's own, not the connection's.
      if (refusal !== undefined) throw refusal as Error;
      if (gate?.signal?.aborted === true && error === abortReason(gate.signal)) throw error;
      throw this.connectionError(error, request.signal);
    }
  }

  #message(request: HttpRequest, credentials: Credentials) {
    return {
      origin: this.#access.server.origin,
      method: request.method,
      path: `${this.#basePath}${request.path}`,
      headers: { ...credentials.headers, ...request.headers },
      ...(request.body === undefined ? {} : { body: request.body }),
      ...(request.signal === undefined ? {} : { signal: request.signal }),
      // Without this option, undici ends the connection after a DELETE with a body, and every DELETE of an object has one.
      reset: false,
    };
  }

  async #current(): Promise<Pools> {
    const credentials = await this.#access.credentials();
    if (this.#isClosed) throw new StoppedError("The client has been closed");
    const pools = this.#pools;
    if (pools?.credentials === credentials) return pools;
    if (pools !== undefined && sameTls(pools.credentials.tls, credentials.tls)) {
      this.#pools = { ...pools, credentials };
      return this.#pools;
    }
    // A rotated client certificate needs new connections; those in use finish on the old ones, which then end.
    if (pools !== undefined) {
      void Promise.allSettled([pools.requests.close(), pools.watches.close()]);
      pools.http2?.release();
    }
    this.#pools = this.#connectWith(credentials);
    return this.#pools;
  }

  #connectWith(credentials: Credentials): Pools {
    const { server, proxyUrl } = this.#access;
    const tls = tlsConnection(credentials.tls);
    // One for both pools, so that they share the TLS sessions too.
    const connect = this.#connections.connector(server.protocol === "https:" ? tls : () => ({}));
    const { limits } = this.#options;
    const headers = limits === undefined ? {} : { maxHeaderSize: limits.headerBytes };
    const agent = (connections: number | null, limited = {}): Dispatcher => {
      const options = { connections, pipelining: 1, allowH2: false, keepAliveTimeout: 20_000, ...headers, ...limited };
      return proxyUrl === undefined
        ? new Agent({ ...options, connect })
        : new ProxyAgent({ ...options, uri: proxyUrl, requestTls: credentials.tls });
    };
    return {
      credentials,
      requests: agent(this.#options.connections, limits === undefined ? {} : { maxResponseSize: limits.answerBytes }),
      watches: agent(null),
      http2:
        server.protocol === "https:" && proxyUrl === undefined
          ? new Http2Sessions(server, { tls, connections: this.#connections, clock: this.#options.clock, limits })
          : undefined,
    };
  }

  async #drop(): Promise<void> {
    const pools = this.#pools;
    this.#pools = undefined;
    if (pools === undefined) return;
    pools.http2?.close();
    // A server that never finishes a handshake must not delay us.
    this.#connections.close();
    await Promise.all([pools.requests.destroy(), pools.watches.destroy()]);
  }
}

function eitherOf(...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const [first, second] = signals.filter((signal) => signal !== undefined);
  return first === undefined || second === undefined ? first : AbortSignal.any([first, second]);
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
