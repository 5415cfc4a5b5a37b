import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";

/** The answer of an endpoint. */
export interface Answer {
  readonly status: number;
  readonly contentType?: string;
  readonly body: string | Readable;
}

/** A request to an endpoint. */
export interface Question {
  readonly query: URLSearchParams;
  readonly request: IncomingMessage;
  /** Aborted when the client disconnects, or the manager stops. */
  readonly signal: AbortSignal;
}

/** A handler for one path. */
export interface Endpoint {
  /** Default: GET. */
  readonly method?: "GET" | "PUT";
  answer(question: Question): Promise<Answer> | Answer;
}

/** Endpoints by path. */
export type Endpoints = ReadonlyMap<string, Endpoint>;

export function text(status: number, says: string): Answer {
  return { status, body: `${says}\n` };
}
