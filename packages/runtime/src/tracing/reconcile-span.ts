import {
  type Attributes,
  context,
  INVALID_TRACEID,
  ROOT_CONTEXT,
  type Span,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type { ReconcileOutcome } from "../metrics/reconcile-metrics.ts";
import { reconcileEnded, reconcileStarted, type StartedReconcile, type TracedReconcile } from "./channels.ts";
import { errorTypeOf } from "./error-type.ts";
import type { ReconciledObject } from "./reconciled-object.ts";
import { tracer } from "./tracer.ts";

/**
 * One reconcile as others see it: a span, always a root, since what happened to enqueue the request is not what asks for it; and messages
 * on the channels of this process.
 */
export class ReconcileSpan {
  readonly #span: Span;
  /** Only where there are subscribers. */
  readonly #started: StartedReconcile | undefined;

  constructor(controller: string, manager: string | undefined, object: () => ReconciledObject) {
    this.#span = tracer().startSpan(`${controller} reconcile`, { root: true }, ROOT_CONTEXT);
    if (this.#span.isRecording()) this.#span.setAttributes(attributesOf(controller, object()));
    this.#started = reconcileEnded.hasSubscribers ? { ...object(), manager: manager ?? "", controller } : undefined;
  }

  /** The reconcile within the span: spans of its requests are children of it. */
  bind<T>(reconcile: () => T): () => T {
    const started = this.#started;
    return started === undefined
      ? this.#within(reconcile)
      : () => reconcileStarted.runStores(started, this.#within(reconcile));
  }

  /** @param requeueAfterMs - when the reconcile asked to come again. */
  succeeded(outcome: ReconcileOutcome, requeueAfterMs: number | undefined): void {
    this.#span.setAttribute("capstan.reconcile.outcome", outcome);
    if (requeueAfterMs !== undefined) this.#span.setAttribute("capstan.reconcile.requeue_after_ms", requeueAfterMs);
    this.#span.end();
    this.#publish({ outcome, ...(requeueAfterMs === undefined ? {} : { requeueAfterMs }) });
  }

  failed(outcome: ReconcileOutcome | "stopped", error: unknown): void {
    this.#span.setAttribute("capstan.reconcile.outcome", outcome);
    // A manager that stops is not a failure.
    if (outcome !== "stopped") {
      this.#span.setAttribute("error.type", errorTypeOf(error));
      this.#span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.#span.end();
    this.#publish({ outcome, ...(outcome === "stopped" ? {} : { error }) });
  }

  #within<T>(reconcile: () => T): () => T {
    // Without an SDK there is no span, and the context of one would cost as much as what a short reconcile does.
    if (this.#span.spanContext().traceId === INVALID_TRACEID) return reconcile;
    return () => context.with(trace.setSpan(ROOT_CONTEXT, this.#span), reconcile);
  }

  #publish(ended: Omit<TracedReconcile, "reconcile">): void {
    if (this.#started === undefined) return;
    const message: TracedReconcile = { reconcile: this.#started, ...ended };
    reconcileEnded.publish(message);
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
