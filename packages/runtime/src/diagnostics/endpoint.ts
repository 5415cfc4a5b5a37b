import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";

/** What an endpoint answers. */
export interface Answer {
  readonly status: number;
  readonly contentType?: string;
  readonly body: string | Readable;
}

/** A question to an endpoint. */
export interface Question {
  readonly query: URLSearchParams;
  readonly request: IncomingMessage;
  /** Aborted when the client has gone, or the manager stops. */
  readonly signal: AbortSignal;
}

/** What is served at one path. */
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
