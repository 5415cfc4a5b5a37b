import { context, propagation, SpanKind, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CBaggagePropagator, CompositePropagator, W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";

/** An SDK that keeps the spans of this process until it is disposed of. */
export class Traces {
  readonly #exporter = new InMemorySpanExporter();

  constructor({ propagates = false }: { readonly propagates?: boolean } = {}) {
    const spanProcessors = [new SimpleSpanProcessor(this.#exporter)];
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors }));
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    if (!propagates) return;
    const propagators = [new W3CTraceContextPropagator(), new W3CBaggagePropagator()];
    propagation.setGlobalPropagator(new CompositePropagator({ propagators }));
  }

  get spans(): readonly ReadableSpan[] {
    return this.#exporter.getFinishedSpans();
  }

  get reconciles(): readonly ReadableSpan[] {
    return this.spans.filter(({ name }) => name.endsWith(" reconcile"));
  }

  /** Spans of requests with this name prefix. */
  requests(name: string): readonly ReadableSpan[] {
    return this.spans.filter((span) => span.kind === SpanKind.CLIENT && span.name.startsWith(name));
  }

  /** The parent span. */
  parentOf(span: ReadableSpan): ReadableSpan | undefined {
    return this.spans.find((each) => each.spanContext().spanId === span.parentSpanContext?.spanId);
  }

  [Symbol.dispose](): void {
    trace.disable();
    context.disable();
    propagation.disable();
  }
}
