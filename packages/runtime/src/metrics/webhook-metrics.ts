import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** Prometheus' default buckets, which controller-runtime uses here. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** `controller_runtime_webhook_*` and `certwatcher_*`: the webhooks of a manager and their certificate. */
export class WebhookMetrics {
  readonly #total: Counter<"webhook" | "code">;
  readonly #inFlight: Gauge<"webhook">;
  readonly #latency: Histogram<"webhook">;
  readonly #certificateReads: Counter;
  readonly #certificateErrors: Counter;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#total = new Counter({
      name: "controller_runtime_webhook_requests_total",
      help: "Total number of admission requests by HTTP status code.",
      labelNames: ["webhook", "code"],
      registers,
    });
    this.#inFlight = new Gauge({
      name: "controller_runtime_webhook_requests_in_flight",
      help: "Current number of admission requests being served.",
      labelNames: ["webhook"],
      registers,
    });
    this.#latency = new Histogram({
      name: "controller_runtime_webhook_latency_seconds",
      help: "Histogram of the latency of processing admission requests",
      labelNames: ["webhook"],
      buckets,
      registers,
    });
    this.#certificateReads = new Counter({
      name: "certwatcher_read_certificate_total",
      help: "Total number of certificate reads",
      registers,
    });
    this.#certificateErrors = new Counter({
      name: "certwatcher_read_certificate_errors_total",
      help: "Total number of certificate read errors",
      registers,
    });
  }

  /** Adds a webhook; its metrics start with zeros. */
  add(webhook: string): void {
    this.#inFlight.set({ webhook }, 0);
    for (const code of ["200", "500"]) this.#total.inc({ webhook, code }, 0);
  }

  /** @returns a function that reports the end, with HTTP status and duration in seconds. */
  begun(webhook: string): (code: number, seconds: number) => void {
    this.#inFlight.inc({ webhook });
    return (code, seconds) => {
      this.#inFlight.dec({ webhook });
      this.#total.inc({ webhook, code: String(code) });
      this.#latency.observe({ webhook }, seconds);
    };
  }

  certificateRead(isReadable: boolean): void {
    this.#certificateReads.inc();
    if (!isReadable) this.#certificateErrors.inc();
  }
}
