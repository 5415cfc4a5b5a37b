import { context, ROOT_CONTEXT, trace, type Tracer, type TracerProvider } from "@opentelemetry/api";

/** The last tracer and its provider: without an SDK, each call would create another one. */
let last: { readonly provider: TracerProvider; readonly tracer: Tracer } | undefined;

/** The tracer of this package: does nothing unless the process has registered an SDK. */
export function tracer(): Tracer {
  const provider = trace.getTracerProvider();
  if (last?.provider !== provider) last = { provider, tracer: provider.getTracer("@capstan/runtime") };
  return last.tracer;
}

/** Runs shared work, such as a watch, outside of the span of the reconcile that happened to need it first. */
export function outsideOfSpans<T>(work: () => T): T {
  return context.with(ROOT_CONTEXT, work);
}
