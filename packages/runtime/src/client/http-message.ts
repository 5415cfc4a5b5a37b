import type { Readable } from "node:stream";
import type { SendGate } from "./send-gate.ts";

/** Headers of requests; several values are several lines. */
export type Headers = Readonly<Record<string, string | string[]>>;

/** A request as the transport sends it. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query, below the server's URL. */
  readonly path: string;
  readonly headers: Headers;
  readonly body?: string;
  readonly signal?: AbortSignal;
  readonly gate?: SendGate;
  /** Whether its answer may take any time for as long as it keeps coming: that of a list. Default: false. */
  readonly isOpenEnded?: boolean;
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
