import { context, ROOT_CONTEXT, trace, type Tracer } from "@opentelemetry/api";

/** The tracer of this package: does nothing as long as the process has registered no SDK. */
export function tracer(): Tracer {
  return trace.getTracer("@capstan/runtime");
}

/** Runs work that serves everyone, such as a watch, outside of the span of the reconcile that happened to need it first. */
export function outsideOfSpans<T>(work: () => T): T {
  return context.with(ROOT_CONTEXT, work);
}
