import type { IncomingMessage, ServerResponse } from "node:http";
import { finished } from "node:stream/promises";
import { stringifyJson } from "@capstan/kube";
import type { Logger } from "../logging/logger.ts";
import type { WebhookMetrics } from "../metrics/webhook-metrics.ts";
import { ReviewSpan } from "../tracing/review-span.ts";
import { ReviewRoom, withReview } from "./read-review.ts";
import { refusalStatus, ReviewRefused } from "./refusal.ts";
import type { ReviewLimits, ReviewSize } from "./review-limits.ts";

/** What answers the reviews of a path. */
export interface ReviewHandler {
  readonly size: ReviewSize;
  /** @returns `undefined` for a body that is not a review which it understands. */
  readonly review: (body: unknown) => unknown;
}

/** Answers the requests to a webhook server, and knows which are in flight. */
export class ReviewRequests {
  readonly #handlers: ReadonlyMap<string, ReviewHandler>;
  readonly #room: ReviewRoom;
  readonly #logger: Logger;
  readonly #metrics: WebhookMetrics | undefined;
  readonly #inFlight = new Set<Promise<void>>();

  constructor(
    handlers: ReadonlyMap<string, ReviewHandler>,
    { totalBytes }: ReviewLimits,
    { logger, metrics }: { readonly logger: Logger; readonly metrics: WebhookMetrics | undefined },
  ) {
    this.#handlers = handlers;
    this.#metrics = metrics;
    for (const path of handlers.keys()) metrics?.add(path);
    this.#room = new ReviewRoom(totalBytes);
    this.#logger = logger;
  }

  /** Answers a request, whatever comes of it. */
  accept(request: IncomingMessage, response: ServerResponse): void {
    const ended = this.#observe(request, response);
    const span = this.#span(request);
    const answering = span
      .run(() => this.#answer(request, response))
      .then(() => finished(response))
      .catch((error: unknown) => {
        this.#logger.warn("A request to a webhook broke off", { error });
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

  /** Of paths that are served alone: anyone may ask for any other. */
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
      const text = await this.#review(request);
      response.writeHead(200, { "content-type": "application/json" }).end(text);
    } catch (error) {
      if (!(error instanceof ReviewRefused)) throw error;
      this.#logger.warn("A request to a webhook was refused", { status: error.status, reason: error.message });
      // The rest of a body that is not read would be taken for the next request.
      response.writeHead(error.status, { "content-type": "application/json", connection: "close" });
      response.end(JSON.stringify(refusalStatus(error)));
    }
  }

  async #review(request: IncomingMessage): Promise<string> {
    const handler = this.#handlers.get(pathOf(request));
    if (handler === undefined) throw new ReviewRefused(404, "no webhook is served at this path");
    if (request.method !== "POST") throw new ReviewRefused(405, "a review must be sent by POST");
    return withReview(request, handler.size, this.#room, async (body) => {
      const review: unknown = await handler.review(body);
      if (review === undefined) throw new ReviewRefused(400, "the body is not a review that this server understands");
      return stringifyJson(review);
    });
  }
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? "/").split("?")[0] ?? "/";
}
