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
 * Reports one reconcile: as a span, always a root, because the event that enqueued the request did not request the reconcile; and as
 * messages on the channels of this process.
 */
export class ReconcileSpan {
  readonly #span: Span;
  /** Set only if there are subscribers. */
  readonly #started: StartedReconcile | undefined;

  constructor(controller: string, manager: string | undefined, object: () => ReconciledObject) {
    this.#span = tracer().startSpan(`${controller} reconcile`, { root: true }, ROOT_CONTEXT);
    if (this.#span.isRecording()) this.#span.setAttributes(attributesOf(controller, object()));
    this.#started = reconcileEnded.hasSubscribers ? { ...object(), manager: manager ?? "", controller } : undefined;
  }

  /** Binds the reconcile to the span, so that spans of its requests are children. */
  bind<T>(reconcile: () => T): () => T {
    const started = this.#started;
    return started === undefined
      ? this.#within(reconcile)
      : () => reconcileStarted.runStores(started, this.#within(reconcile));
  }

  /** @param requeueAfterMs - the delay that the reconcile requested. */
  succeeded(outcome: ReconcileOutcome, requeueAfterMs: number | undefined): void {
    this.#span.setAttribute("capstan.reconcile.outcome", outcome);
    if (requeueAfterMs !== undefined) this.#span.setAttribute("capstan.reconcile.requeue_after_ms", requeueAfterMs);
    this.#span.end();
    this.#publish({ outcome, ...(requeueAfterMs === undefined ? {} : { requeueAfterMs }) });
  }

  failed(outcome: ReconcileOutcome | "stopped", error: unknown): void {
    this.#span.setAttribute("capstan.reconcile.outcome", outcome);
    // Stopping a manager is not a failure.
    if (outcome !== "stopped") {
      this.#span.setAttribute("error.type", errorTypeOf(error));
      this.#span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.#span.end();
    this.#publish({ outcome, ...(outcome === "stopped" ? {} : { error }) });
  }

  #within<T>(reconcile: () => T): () => T {
    // Without an SDK there is no span, and a context would cost as much as a short reconcile.
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
