import type { Clock } from "../clock/clock.ts";
import { RequestSpan } from "../tracing/request-span.ts";
import { urlTemplate } from "./url-template.ts";
import { classifyRequest, type RequestObserver, type RequestTarget } from "./request-info.ts";
import type { RequestPath, WatchPath } from "./request-path.ts";
import { readRequestPath } from "./read-request-path.ts";

/** Options of {@link RequestReports}. */
export interface RequestReportsOptions {
  readonly server: string;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly onRequest: RequestObserver | undefined;
  /** Whether requests carry trace context. */
  readonly propagates: boolean;
}

/** A request, and what its path says. */
export interface ReportedRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly target: RequestTarget;
  readonly template: string;
}

/** Reads the path of a request, once for all attempts. */
export function reportedRequest(method: string, { text: path }: RequestPath | WatchPath): ReportedRequest {
  const read = readRequestPath(path);
  return { method, path, target: classifyRequest(method, read), template: urlTemplate(read) };
}

/** One attempt of a request that is in flight. */
export interface RequestReport {
  /** Headers with the trace context. */
  readonly headers: Readonly<Record<string, string>>;
  answered(status: number): void;
  failed(error: unknown): void;
}

/** Reports each attempt of a client's requests: to the client's observer, and as a span. */
export class RequestReports {
  readonly #options: RequestReportsOptions;
  readonly #host: string;
  readonly #address: { readonly address: string; readonly port: number };

  constructor(options: RequestReportsOptions) {
    this.#options = options;
    const { host, hostname, port, protocol } = new URL(options.server);
    this.#host = host;
    this.#address = { address: hostname, port: Number(port === "" ? (protocol === "http:" ? 80 : 443) : port) };
  }

  begin(request: ReportedRequest, attempt: number): RequestReport {
    const startedMs = this.#options.clock.monotonic();
    const span = this.#span(request, attempt);
    return {
      headers: this.#options.propagates ? span.headers() : {},
      answered: (status) => {
        this.#observe(request, status, attempt, startedMs);
        span.answered(status);
      },
      failed: (error) => {
        this.#observe(request, 0, attempt, startedMs);
        span.failed(error);
      },
    };
  }

  /** Reports that a watch has begun, or has failed to begin (status 0). Its span ends here, because a watch may last for hours. */
  watchAnswered(path: WatchPath, status: number, startedMs: number): void {
    const request = reportedRequest("GET", path);
    this.#observe(request, status, 1, startedMs);
    const { clock } = this.#options;
    const span = this.#span(request, 1, clock.now() - (clock.monotonic() - startedMs));
    if (status === 0) span.failed(undefined);
    else span.answered(status);
  }

  #span({ method, template, target }: ReportedRequest, attempt: number, startedAt?: number): RequestSpan {
    const { verb, namespace, name } = target;
    return new RequestSpan({ method, template, verb, namespace, name, attempt, server: this.#address }, startedAt);
  }

  #observe({ method, path, target }: ReportedRequest, status: number, attempt: number, startedMs: number): void {
    const { onRequest, clock, userAgent } = this.#options;
    if (onRequest === undefined) return;
    try {
      const durationMs = clock.monotonic() - startedMs;
      const attempted = { path, method, host: this.#host, status, userAgent, attempt, durationMs };
      onRequest({ ...target, ...attempted });
    } catch {
      // An observer must not be able to break the request.
    }
  }
}
