import type { IncomingMessage, ServerResponse } from "node:http";
import { finished, pipeline } from "node:stream/promises";
import { TLSSocket } from "node:tls";
import { type BodyPlace, type BodyRoom, peerOf, stringifyJson } from "@capstan/kube";
import type { OpenConnections } from "../http/open-connections.ts";
import type { RareWarnings } from "../logging/rare-warnings.ts";
import type { WebhookMetrics } from "../metrics/webhook-metrics.ts";
import { ReviewSpan } from "../tracing/review-span.ts";
import { readReview } from "./read-review.ts";
import { refusalStatus, ReviewRefused } from "./refusal.ts";
import type { ReviewSize } from "./review-limits.ts";

/** Answers the reviews at a path. */
export interface ReviewHandler {
  readonly size: ReviewSize;
  /** The room for request bodies; several paths may share it. */
  readonly room: BodyRoom;
  /** Whether the client must have sent a certificate that can be verified. */
  readonly needsCertificate: boolean;
  /**
   * @param signal - aborts when the client disconnects.
   * @returns `undefined` for a body that is not a supported review.
   */
  readonly review: (body: unknown, signal: AbortSignal) => unknown;
}

/** Answers the requests to a webhook server, and tracks requests in flight. */
export class ReviewRequests {
  readonly #handlers: ReadonlyMap<string, ReviewHandler>;
  readonly #connections: OpenConnections;
  readonly #warnings: RareWarnings;
  readonly #metrics: WebhookMetrics | undefined;
  readonly #inFlight = new Set<Promise<void>>();

  constructor(
    handlers: ReadonlyMap<string, ReviewHandler>,
    connections: OpenConnections,
    { warnings, metrics }: { readonly warnings: RareWarnings; readonly metrics: WebhookMetrics | undefined },
  ) {
    this.#handlers = handlers;
    this.#connections = connections;
    this.#metrics = metrics;
    for (const path of handlers.keys()) metrics?.add(path);
    this.#warnings = warnings;
  }

  /** Answers a request; handles all errors. */
  accept(request: IncomingMessage, response: ServerResponse): void {
    const ended = this.#observe(request, response);
    const span = this.#span(request);
    const answering = span
      .run(() => this.#answer(request, response))
      .then(() => finished(response))
      .catch((error: unknown) => {
        this.#warnings.warn("A request to a webhook was aborted", { error });
        response.destroy();
      })
      .finally(() => {
        ended();
        span.ended(response.statusCode);
        this.#inFlight.delete(answering);
      });
    this.#inFlight.add(answering);
  }

  /** Resolves when no request is in flight. */
  async drained(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight);
  }

  /** Only for served paths, because anyone may request any other path. */
  #observe(request: IncomingMessage, response: ServerResponse): () => void {
    const path = pathOf(request);
    const since = performance.now();
    const ended = this.#handlers.has(path) ? this.#metrics?.begun(path) : undefined;
    return () => ended?.(response.statusCode, (performance.now() - since) / 1_000);
  }

  #span(request: IncomingMessage): ReviewSpan {
    const path = pathOf(request);
    return new ReviewSpan(request.method ?? "", this.#handlers.has(path) ? path : undefined, request.headers);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#review(request, response);
    } catch (error) {
      if (!(error instanceof ReviewRefused)) throw error;
      this.#warnings.warn("A request to a webhook was refused", { status: error.status, reason: error.message });
      // The unread rest of the body would be taken for the next request.
      response.writeHead(error.status, { "content-type": "application/json", connection: "close" });
      response.end(JSON.stringify(refusalStatus(error)));
    }
  }

  async #review(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { size, room, review } = this.#handlerOf(request);
    const place = room.enter(peerOf(request.socket.remoteAddress));
    try {
      const body = await readReview(request, size, place);
      const answer: unknown = await review(body, disconnection(response));
      if (answer === undefined) throw new ReviewRefused(400, "the body is not a supported review");
      await sendAnswer(response, stringifyJson(answer), place);
    } finally {
      place.leave();
    }
  }

  /** @throws ReviewRefused - the path is not served, or not to this client. */
  #handlerOf(request: IncomingMessage): ReviewHandler {
    const handler = this.#handlers.get(pathOf(request));
    if (handler === undefined) throw new ReviewRefused(404, "no webhook has this path");
    if (request.method !== "POST") throw new ReviewRefused(405, "send the review with POST");
    if (this.#connections.isPipelined(request)) {
      throw new ReviewRefused(429, "send one request at a time on a connection");
    }
    if (handler.needsCertificate && !hasShownCertificate(request)) {
      throw new ReviewRefused(
        401,
        "the client must present a certificate that a CA in --webhook-client-ca-file has signed",
      );
    }
    return handler;
  }
}

/** `authorized` alone does not prove a certificate: a resumed session may have none. */
function hasShownCertificate({ socket }: IncomingMessage): boolean {
  return socket instanceof TLSSocket && socket.authorized && socket.getPeerX509Certificate() !== undefined;
}

/** Aborts when the connection closes; after the answer, no one listens. */
function disconnection(response: ServerResponse): AbortSignal {
  const left = new AbortController();
  response.once("close", () => {
    left.abort();
  });
  return left.signal;
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? "/").split("?")[0] ?? "/";
}

const partBytes = 64 * 1024;

/**
 * Sends JSON to a client that may read slowly; the answer takes room until it is read. @throws Error - the client has disconnected, or is
 * too slow.
 */
async function sendAnswer(response: ServerResponse, text: string, place: BodyPlace): Promise<void> {
  const body = Buffer.from(text);
  place.answers(body.length);
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length });
  await pipeline(parts(body, place), response, { signal: place.lost });
}

function* parts(body: Buffer, place: BodyPlace): Generator<Buffer> {
  for (let start = 0; start < body.length; start += partBytes) {
    const part = body.subarray(start, start + partBytes);
    yield part;
    // Runs when the next part is requested, after this part was passed on.
    place.sent(part.length);
  }
}
