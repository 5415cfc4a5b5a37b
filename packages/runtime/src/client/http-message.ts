import type { Readable } from "node:stream";
import type { RequestPath, WatchPath } from "./request-path.ts";
import type { SendGate } from "./send-gate.ts";

/** Headers of requests; several values are several lines. */
export type Headers = Readonly<Record<string, string | string[]>>;

/** A request as a connection sends it. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Headers;
  readonly body?: string;
  readonly signal?: AbortSignal;
  readonly gate?: SendGate;
}

/** A request as a client hands it to the transport. */
export interface ClientRequest<P extends RequestPath | WatchPath> extends Omit<HttpRequest, "path"> {
  /** Below the server's URL. */
  readonly path: P;
  /** As a list's: it may be of any size, and take longer than the time limit as long as it keeps coming. */
  readonly hasLongAnswer?: boolean;
}

/** A whole answer. */
export interface HttpResponse {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

/** An answer whose body comes bit by bit. Reading it to the end, or destroying it, releases the connection. */
export interface HttpStream {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: Readable;
  /** Whether it was the server that ended the body, asked once that has ended: a body that is cut off may end without an error. */
  readonly isWhole: () => boolean;
}
