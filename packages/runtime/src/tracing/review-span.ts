import type { IncomingHttpHeaders } from "node:http";
import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { tracer } from "./tracer.ts";

/** The span of one request to a webhook: continues the trace of the API server, if a propagator is registered. */
export class ReviewSpan {
  readonly #span: Span;
  readonly #context: Context;

  /** @param route - the path, if a webhook is served there; clients may request any other path. */
  constructor(method: string, route: string | undefined, headers: IncomingHttpHeaders) {
    // A client may send any method.
    const known = method === "POST" ? method : "_OTHER";
    const parent = propagation.extract(ROOT_CONTEXT, headers);
    const name = [known === "POST" ? known : "HTTP", ...(route === undefined ? [] : [route])].join(" ");
    const attributes = { "http.request.method": known, ...(route === undefined ? {} : { "http.route": route }) };
    this.#span = tracer().startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
    this.#context = trace.setSpan(parent, this.#span);
  }

  /** Runs the review within the span. */
  run<T>(review: () => T): T {
    return context.with(this.#context, review);
  }

  ended(status: number): void {
    this.#span.setAttribute("http.response.status_code", status);
    if (status >= 500) {
      this.#span.setAttribute("error.type", String(status));
      this.#span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.#span.end();
  }
}
