import type { Readable } from "node:stream";
import type { RequestPath, WatchPath } from "./request-path.ts";
import type { SendGate } from "./send-gate.ts";

/** Headers of a request; a header with several values is sent as several lines. */
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

/** A request that a client passes to the transport. */
export interface ClientRequest<P extends RequestPath | WatchPath> extends Omit<HttpRequest, "path"> {
  /** Relative to the server's URL. */
  readonly path: P;
  /** Set for lists: the answer may have any size, and may exceed the time limit while data keeps arriving. */
  readonly hasLongAnswer?: boolean;
}

/** A complete answer. */
export interface HttpResponse {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

/** An answer whose body arrives in chunks. Reading it to the end, or destroying it, releases the connection. */
export interface HttpStream {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: Readable;
  /** Whether the server ended the body. Call it after the body has ended: a body that is cut off may end without an error. */
  readonly isWhole: () => boolean;
}
