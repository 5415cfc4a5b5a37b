import { type ClientHttp2Session, type ClientHttp2Stream, constants, type Settings } from "node:http2";
import type { Clock, Timer } from "../clock/clock.ts";
import type { HttpRequest, HttpStream } from "./http-message.ts";
import { refusedResponse } from "./response-limits.ts";

/** The interval of PINGs, and the time to answer one: with a new connection, 10 s in total. */
const pingIntervalMs = 5_000;
const pingTimeoutMs = 4_000;
/**
 * The last part of that time, for a process that was busy throughout: it reads an answer that arrived meanwhile before the time is over.
 */
const lastCallMs = 1_000;
/** kube-apiserver allows 100 streams per connection. */
export const maxStreams = 90;

/** The server did not process the request, so it may be sent again, whatever its method. */
// eslint-disable-next-line errors/capstan-errors -- the transport makes a ConnectionError of it
export class RefusedStream extends Error {}

/** Options of {@link Http2Session}. */
export interface Http2SessionOptions {
  readonly clock: Clock;
  /** Whether the length of headers is limited. */
  readonly hasLimits: boolean;
  /** Called when the session accepts no more requests; may be called several times. */
  readonly onRetired: () => void;
}

/** One HTTP/2 connection. Its PINGs detect a dead path that TCP does not. It keeps the process alive only while it is used. */
export class Http2Session {
  readonly #session: ClientHttp2Session;
  readonly #clock: Clock;
  readonly #hasLimits: boolean;
  readonly #onRetired: () => void;
  #streams = 0;
  #maxStreams = maxStreams;
  #timer: Timer | undefined;
  /** Whether a PING is unanswered. */
  #isChecking = false;
  #isUsable = true;

  /** @param session - a connected session. */
  constructor(session: ClientHttp2Session, { clock, hasLimits, onRetired }: Http2SessionOptions) {
    this.#session = session;
    this.#clock = clock;
    this.#hasLimits = hasLimits;
    this.#onRetired = onRetired;
    session.unref();
    this.#limitStreams(session.remoteSettings.maxConcurrentStreams);
    session.on("remoteSettings", (settings: Settings) => {
      this.#limitStreams(settings.maxConcurrentStreams);
    });
    session.on("goaway", () => {
      this.release();
    });
    session.on("close", () => {
      this.destroy();
    });
    // Each stream gets the error too, and reports it.
    session.on("error", () => {
      this.destroy();
    });
  }

  get isUsable(): boolean {
    return this.#isUsable;
  }

  get hasRoom(): boolean {
    return this.#isUsable && this.#streams < this.#maxStreams;
  }

  /** Sends a request immediately. @throws RefusedStream - the server did not process it. */
  send(request: HttpRequest): Promise<HttpStream> {
    let stream: ClientHttp2Stream;
    try {
      stream = this.#session.request(
        {
          ...request.headers,
          [constants.HTTP2_HEADER_METHOD]: request.method,
          [constants.HTTP2_HEADER_PATH]: request.path,
        },
        { endStream: request.body === undefined },
      );
    } catch (error) {
      return Promise.reject(new RefusedStream("The connection accepts no more requests", { cause: error }));
    }
    this.#began();
    let wasAnswered = false;
    stream
      .once("response", () => (wasAnswered = true))
      .once("close", () => {
        this.#ended(wasAnswered);
      });
    const answer = answerOf(stream, request.signal, this.#hasLimits);
    if (request.body !== undefined) stream.end(request.body);
    return answer;
  }

  /** Accepts no more requests, and closes once the last answer has ended. */
  release(): void {
    this.#isUsable = false;
    this.#onRetired();
    if (this.#streams === 0) this.destroy();
  }

  /** Closes the session now, and fails requests in flight with `error`: without an error their answers would look complete. */
  destroy(error = new Error("The connection was closed")): void {
    this.#isUsable = false;
    this.#onRetired();
    this.#timer?.cancel();
    if (!this.#session.destroyed) this.#session.destroy(error, constants.NGHTTP2_CANCEL);
  }

  #limitStreams(allowed: number | undefined = maxStreams): void {
    this.#maxStreams = Math.max(1, Math.min(maxStreams, allowed));
  }

  #began(): void {
    this.#streams += 1;
    if (this.#streams > 1) return;
    this.#session.ref();
    if (!this.#isChecking) this.#checkLater();
  }

  #ended(wasAnswered: boolean): void {
    this.#streams -= 1;
    // Requests that are aborted early, one after the other, must not hide a dead path.
    if (!wasAnswered) this.#check();
    if (this.#streams > 0) return;
    if (!this.#isChecking) this.#timer?.cancel();
    this.#session.unref();
    if (!this.#isUsable) this.#session.close();
  }

  #checkLater(): void {
    this.#timer = this.#clock.setTimer(pingIntervalMs, () => {
      this.#check();
    });
  }

  #check(): void {
    if (this.#session.destroyed || this.#isChecking) return;
    this.#isChecking = true;
    this.#timer?.cancel();
    this.#timer = this.#clock.setTimer(pingTimeoutMs - lastCallMs, () => {
      this.#timer = this.#clock.setTimer(lastCallMs, () => {
        this.destroy(new Error(`The server did not answer a ping within ${pingTimeoutMs / 1_000} s`));
      });
    });
    this.#session.ping((error) => {
      this.#isChecking = false;
      this.#timer?.cancel();
      if (error === null && this.#streams > 0 && !this.#session.destroyed) this.#checkLater();
    });
  }
}

/**
 * @throws RefusedStream, ResponseRefusedError - its headers are too long, or the error that broke the connection; the caller handles the
 *   signal's reason.
 */
function answerOf(stream: ClientHttp2Stream, signal: AbortSignal | undefined, hasLimits: boolean): Promise<HttpStream> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      const error = new Error("Aborted");
      stream.destroy(error);
      reject(error);
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    let isAnswered = false;
    const onEnd = (error?: Error): void => {
      signal?.removeEventListener("abort", onAbort);
      if (isAnswered) return;
      if (stream.rstCode === constants.NGHTTP2_REFUSED_STREAM)
        reject(new RefusedStream("The server refused the request before processing it", { cause: error }));
      else if (hasLimits && stream.rstCode === constants.NGHTTP2_ENHANCE_YOUR_CALM)
        reject(refusedResponse("has headers that exceed the limit", error));
      else reject(error ?? new Error("The connection was closed before a response arrived"));
    };
    stream.once("response", (headers) => {
      isAnswered = true;
      const retryAfter = headers["retry-after"];
      resolve({
        status: Number(headers[constants.HTTP2_HEADER_STATUS]),
        retryAfter: typeof retryAfter === "string" ? retryAfter : undefined,
        body: stream,
        isWhole: () => stream.rstCode === constants.NGHTTP2_NO_ERROR,
      });
    });
    stream.once("error", onEnd).once("close", onEnd);
  });
}
