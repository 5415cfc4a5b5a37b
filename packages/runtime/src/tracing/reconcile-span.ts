import {
  type Attributes,
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type { ReconcileOutcome } from "../metrics/reconcile-metrics.ts";
import { errorTypeOf } from "./error-type.ts";
import { tracer } from "./tracer.ts";

/** Which object a span of a reconcile is about. */
export interface ReconciledObject {
  readonly name: string;
  readonly namespace?: string;
  readonly kind?: string;
  readonly uid?: string;
}

/** The span of one reconcile: always a root, since what happened to enqueue the request is not what asks for it. */
export class ReconcileSpan {
  readonly #span: Span;

  constructor(controller: string, object: () => ReconciledObject) {
    this.#span = tracer().startSpan(`${controller} reconcile`, { root: true }, ROOT_CONTEXT);
    if (this.#span.isRecording()) this.#span.setAttributes(attributesOf(controller, object()));
  }

  /** The reconcile within the span: spans of its requests are children of it. */
  bind<T>(reconcile: () => T): () => T {
    // Without an SDK there is no span, and the context of one would cost as much as what a short reconcile does.
    if (!isSpanContextValid(this.#span.spanContext())) return reconcile;
    return () => context.with(trace.setSpan(ROOT_CONTEXT, this.#span), reconcile);
  }

  /** @param requeueAfterMs - when the reconcile asked to come again. */
  succeeded(outcome: ReconcileOutcome, requeueAfterMs: number | undefined): void {
    this.#span.setAttribute("capstan.reconcile.outcome", outcome);
    if (requeueAfterMs !== undefined) this.#span.setAttribute("capstan.reconcile.requeue_after_ms", requeueAfterMs);
    this.#span.end();
  }

  failed(outcome: ReconcileOutcome | "stopped", error: unknown): void {
    this.#span.setAttribute("capstan.reconcile.outcome", outcome);
    // A manager that stops is not a failure.
    if (outcome !== "stopped") {
      this.#span.setAttribute("error.type", errorTypeOf(error));
      this.#span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.#span.end();
  }
}

function attributesOf(controller: string, { name, namespace, kind, uid }: ReconciledObject): Attributes {
  return {
    "capstan.controller": controller,
    "k8s.object.name": name,
    ...(namespace === undefined ? {} : { "k8s.namespace.name": namespace }),
    ...(kind === undefined ? {} : { "k8s.object.kind": kind }),
    ...(uid === undefined ? {} : { "k8s.object.uid": uid }),
  };
}
