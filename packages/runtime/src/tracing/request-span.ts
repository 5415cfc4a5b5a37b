import { type Attributes, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { errorTypeOf } from "./error-type.ts";
import { tracer } from "./tracer.ts";

/** What a span says of a request to an API server. */
export interface TracedRequest {
  readonly method: string;
  /** Path with names replaced; see `urlTemplate`. */
  readonly template: string;
  readonly verb: string;
  readonly namespace: string;
  readonly name: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  readonly server: { readonly address: string; readonly port: number };
}

/** The span of one attempt of a request: a child of the reconcile that sends it. */
export class RequestSpan {
  readonly #span: Span;

  /** @param startedAt - when it began, where that is not now. */
  constructor(request: TracedRequest, startedAt?: number) {
    this.#span = tracer().startSpan(`${request.method} ${request.template}`, {
      kind: SpanKind.CLIENT,
      attributes: attributesOf(request),
      ...(startedAt === undefined ? {} : { startTime: startedAt }),
    });
  }

  /** The headers that carry the trace on: none, unless the process has registered a propagator. */
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
  }

  failed(error: unknown): void {
    this.#endFailed(errorTypeOf(error));
  }

  #endFailed(errorType: string): void {
    this.#span.setAttribute("error.type", errorType);
    this.#span.setStatus({ code: SpanStatusCode.ERROR });
    this.#span.end();
  }
}

/** By the semantic conventions of HTTP clients; not `url.full`, since a query may hold anything. */
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
