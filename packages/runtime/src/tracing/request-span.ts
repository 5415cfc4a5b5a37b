import { type Attributes, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { type AnsweredRequest, requestEnded, requestStarted } from "./channels.ts";
import { errorTypeOf } from "./error-type.ts";
import type { TracedRequest } from "./traced-request.ts";
import { tracer } from "./tracer.ts";

/** Reports one attempt of a request: as a span, child of its reconcile, and as messages on the channels of this process. */
export class RequestSpan {
  readonly #span: Span;
  readonly #request: TracedRequest;

  /** @param startedAt - the start time, if it is not now. */
  constructor(request: TracedRequest, startedAt?: number) {
    this.#span = tracer().startSpan(`${request.method} ${request.template}`, {
      kind: SpanKind.CLIENT,
      attributes: attributesOf(request),
      ...(startedAt === undefined ? {} : { startTime: startedAt }),
    });
    this.#request = request;
    if (requestStarted.hasSubscribers) requestStarted.publish(request);
  }

  /** The headers with trace context; empty unless the process has registered a propagator. */
  headers(): Record<string, string> {
    const headers: Record<string, string> = {};
    if (propagation.fields().length === 0) return headers;
    propagation.inject(trace.setSpan(context.active(), this.#span), headers);
    return headers;
  }

  answered(status: number): void {
    this.#span.setAttribute("http.response.status_code", status);
    if (status >= 400) this.#endFailed(String(status));
    else this.#span.end();
    this.#publish(status);
  }

  failed(error: unknown): void {
    const type = errorTypeOf(error);
    this.#endFailed(type);
    this.#publish(type);
  }

  #publish(answer: number | string): void {
    if (!requestEnded.hasSubscribers) return;
    const message: AnsweredRequest = { request: this.#request, answer };
    requestEnded.publish(message);
  }

  #endFailed(errorType: string): void {
    this.#span.setAttribute("error.type", errorType);
    this.#span.setStatus({ code: SpanStatusCode.ERROR });
    this.#span.end();
  }
}

/** Follows the semantic conventions of HTTP clients, except for `url.full`, because a query may contain anything. */
function attributesOf({ method, template, verb, namespace, name, attempt, server }: TracedRequest): Attributes {
  return {
    "http.request.method": method,
    "url.template": template,
    "server.address": server.address,
    "server.port": server.port,
    "capstan.request.verb": verb,
    ...(attempt === 1 ? {} : { "http.request.resend_count": attempt - 1 }),
    ...(namespace === "" ? {} : { "k8s.namespace.name": namespace }),
    ...(name === "" ? {} : { "k8s.object.name": name }),
  };
}
