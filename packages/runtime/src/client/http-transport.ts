import { isCapstanError } from "@capstan/kube";
import type { Clock } from "../clock/clock.ts";
import { Silence } from "../clock/silence.ts";
import { abortReason } from "../clock/sleep.ts";
import { ConnectionError } from "../errors/connection-error.ts";
import { StoppedError } from "../errors/runtime-errors.ts";
import { Connections } from "./connections.ts";
import type { ClusterAccess } from "./cluster-access.ts";
import type { Credentials, TlsOptions } from "./credentials.ts";
import { Http1Connections } from "./http1-connections.ts";
import { Http2Sessions } from "./http2-sessions.ts";
import type { ClientRequest, HttpResponse, HttpStream } from "./http-message.ts";
import { readText } from "./read-body.ts";
import type { RequestPath, WatchPath } from "./request-path.ts";
import type { RequestRate } from "./request-rate.ts";
import { RequestSlots } from "./request-slots.ts";
import { RequestTime } from "./request-time.ts";
import { answerBytes, refusedResponse, type ResponseLimits } from "./response-limits.ts";
import { tlsConnection } from "./tls-context.ts";
import { eitherOf } from "./unless-aborted.ts";

const streamTimeoutMs = 15_000;

/** Options of {@link HttpTransport}. */
export interface TransportOptions {
  readonly clock: Clock;
  /** Watches are not counted. */
  readonly maxRequestsInFlight: number;
  readonly requestTimeoutMs: number;
  readonly limits: ResponseLimits | undefined;
  /** The rate limit; `undefined` for none. */
  readonly rate: RequestRate | undefined;
}

type Sent = ClientRequest<RequestPath | WatchPath>;

interface Connected {
  credentials: Credentials;
  /** `undefined` if HTTP/2 cannot be used: for plain HTTP, through a proxy, or if the server does not support it. */
  http2: Http2Sessions | undefined;
  /** `undefined` until needed. */
  http1: Http1Connections | undefined;
}

function sameTls(left: TlsOptions, right: TlsOptions): boolean {
  const material = ({ ca, cert, key }: TlsOptions): string => JSON.stringify([ca, cert, key]);
  return material(left) === material(right);
}

function isLoopback(server: URL): boolean {
  return ["localhost", "[::1]"].includes(server.hostname) || server.hostname.startsWith("127.");
}

/** The error code of the system, from anywhere in the chain of causes. */
function systemCode(error: unknown): string | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ("code" in each && typeof each.code === "string") return each.code;
  }
  return undefined;
}

/**
 * Sends requests and watches over one HTTP/2 connection, or as many as needed. Uses HTTP/1.1, one connection per request, for requests with
 * a gate and for servers without HTTP/2.
 */
export class HttpTransport {
  readonly #access: ClusterAccess;
  readonly #options: TransportOptions;
  readonly #basePath: string;
  readonly #connections: Connections;
  readonly #slots: RequestSlots;
  #connected: Connected | undefined;
  #isClosed = false;

  constructor(access: ClusterAccess, options: TransportOptions) {
    this.#access = access;
    this.#options = options;
    this.#connections = new Connections(options.clock);
    this.#slots = new RequestSlots(options.maxRequestsInFlight);
    this.#basePath = access.server.pathname.replace(/\/$/, "");
  }

  /** The time limit of one request and all its attempts. */
  requestTime(): RequestTime {
    return new RequestTime(this.#options.clock, this.#options.requestTimeoutMs);
  }

  /** @param time - the result of {@link requestTime} for this request. */
  async request(request: ClientRequest<RequestPath>, time: RequestTime): Promise<HttpResponse> {
    const release = await this.#turn(request);
    time.begin();
    const silence = this.#silence(request, time.leftMs);
    const isLimited = this.#options.limits !== undefined || request.hasLongAnswer !== true;
    // The time limit is for the whole answer: a server that sends a byte now and then could extend an idle timeout forever.
    const onChunk = (): void => {
      if (!isLimited) silence.broken();
    };
    try {
      return await this.#guard(request, silence, time.limitMs, async (check) => {
        const answer = await this.#open({ ...request, signal: silence.signal }, check);
        onChunk();
        const { status, retryAfter } = answer;
        return { status, retryAfter, text: await readText(answer, isLimited ? answerBytes : Infinity, onChunk) };
      });
    } finally {
      silence.release();
      release();
    }
  }

  /**
   * The longest watch to request, in seconds. HTTP/2 pings detect a dead connection. Without them, and with a server on another machine,
   * watches are short, so that a dead watch ends soon.
   */
  async longestWatchSeconds(): Promise<number> {
    const { http2 } = await this.#current();
    return http2 !== undefined || isLoopback(this.#access.server) ? Infinity : 20;
  }

  /** @throws ConnectionError - also if the server sends no headers for 15 s: a watch is answered immediately, even without events. */
  async stream(request: ClientRequest<WatchPath>): Promise<HttpStream> {
    await this.#options.rate?.take(request.path.text, request.signal);
    const silence = this.#silence(request, streamTimeoutMs);
    try {
      return await this.#guard(request, silence, streamTimeoutMs, (check) =>
        this.#open({ ...request, signal: silence.signal }, check),
      );
    } finally {
      // The silence timer has done its work; the request's signal can still end the watch.
      silence.end();
    }
  }

  /** Call it after a 401: the next request uses fresh credentials. */
  async renewCredentials(): Promise<void> {
    await this.#access.credentials(true);
  }

  /** The error that broke a stream, as a {@link ConnectionError}, or the signal's reason. */
  connectionError(error: unknown, signal?: AbortSignal): Error {
    if (signal?.aborted === true) return abortReason(signal);
    if (this.#isClosed) return new StoppedError("The client has been closed");
    if (isCapstanError(error)) return error;
    const code = systemCode(error);
    if (code === "HPE_HEADER_OVERFLOW") return refusedResponse("has headers that exceed the limit", error);
    const detail = code ?? (error instanceof Error ? error.message : "unknown error");
    return this.#noAnswer(detail, error);
  }

  close(): void {
    this.#isClosed = true;
    const connected = this.#connected;
    this.#connected = undefined;
    connected?.http2?.close();
    // A server that never finishes a handshake must not delay the close.
    this.#connections.close();
    connected?.http1?.close();
  }

  /**
   * Waits for the rate and a slot, before any time limit starts, because the server is not the cause of this wait. @returns a function to
   * call once the request has ended.
   */
  async #turn({ path: { text: path }, signal, gate }: Sent): Promise<() => void> {
    const ends = eitherOf(signal, gate?.signal);
    if (!this.#isClosed) await this.#options.rate?.take(path, ends);
    return this.#slots.take(path, ends);
  }

  async #open(request: Sent, check: () => void): Promise<HttpStream> {
    const connected = await this.#current();
    const { credentials } = connected;
    const sent = {
      ...request,
      path: `${this.#basePath}${request.path.text}`,
      headers: { ...credentials.headers, ...request.headers },
    };
    // HTTP/2 writes only at the end of an event loop turn. If the process is paused before that, a write that the gate allowed may be sent
    // too late.
    if (request.gate === undefined) {
      const answer = await connected.http2?.open(sent);
      if (answer !== undefined) return answer;
      connected.http2 = undefined;
    }
    connected.http1 ??= this.#http1(credentials);
    return connected.http1.open(sent, check);
  }

  #noAnswer(detail: string, cause: unknown): ConnectionError {
    return new ConnectionError(`No response from ${this.#access.server.origin}: ${detail}`, { cause });
  }

  #silence({ signal }: Sent, longestMs: number): Silence {
    const silence = new Silence(this.#options.clock, longestMs, signal);
    silence.begin();
    return silence;
  }

  async #guard<R>(
    request: Sent,
    silence: Silence,
    limitMs: number,
    work: (check: () => void) => Promise<R>,
  ): Promise<R> {
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
      // Data that the network still holds must not reach the server once another process leads.
      if (isCapstanError(request.signal?.reason, "LeadershipLost")) this.#connections.reset();
      // An error of the gate belongs to the caller, not to the connection.
      if (refusal !== undefined) throw refusal as Error;
      if (gate?.signal?.aborted === true && error === abortReason(gate.signal)) throw error;
      if (silence.wasTooLong) throw this.#noAnswer(`it took longer than ${limitMs / 1_000} s`, error);
      throw this.connectionError(error, request.signal);
    }
  }

  async #current(): Promise<Connected> {
    const credentials = await this.#access.credentials();
    if (this.#isClosed) throw new StoppedError("The client has been closed");
    const connected = this.#connected;
    if (connected?.credentials === credentials) return connected;
    if (connected !== undefined && sameTls(connected.credentials.tls, credentials.tls)) {
      connected.credentials = credentials;
      return connected;
    }
    // A rotated client certificate needs new connections; requests in flight finish on the old ones, which then close.
    connected?.http1?.release();
    connected?.http2?.release();
    const { server, proxyUrl } = this.#access;
    const speaksHttp2 = server.protocol === "https:" && proxyUrl === undefined;
    this.#connected = { credentials, http1: undefined, http2: speaksHttp2 ? this.#http2(credentials) : undefined };
    return this.#connected;
  }

  #http2({ tls }: Credentials): Http2Sessions {
    const { clock, limits } = this.#options;
    const options = { tls: tlsConnection(tls), connections: this.#connections, clock, limits };
    return new Http2Sessions(this.#access.server, options);
  }

  #http1({ tls }: Credentials): Http1Connections {
    const { server, proxyUrl } = this.#access;
    return new Http1Connections(server, {
      connections: this.#connections,
      tls: tlsConnection(tls),
      proxyUrl,
      headerBytes: this.#options.limits?.headerBytes,
    });
  }
}
