import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { ObservedController } from "./observed-controller.ts";

/** How a reconcile ended. A terminal error is not retried before something changes. */
export type ReconcileOutcome = "success" | "requeue_after" | "error" | "terminal_error";

/** The values of the label `result`. Nothing here ends with `requeue`, which controller-runtime itself has deprecated. */
const results = ["success", "requeue_after", "requeue", "error"] as const;

/** Those of controller-runtime, in seconds. */
const buckets = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5, 1.75, 2,
  2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
];

/** `controller_runtime_*`: what the controllers of a manager have done. */
export class ReconcileMetrics {
  readonly #controllers: ObservedController[] = [];
  readonly #total: Counter<"controller" | "result">;
  readonly #errors: Counter<"controller">;
  readonly #terminalErrors: Counter<"controller">;
  readonly #timeouts: Counter<"controller">;
  readonly #seconds: Histogram<"controller">;

  constructor(registry: Registry) {
    const registers = [registry];
    const labelNames = ["controller"] as const;
    this.#total = new Counter({
      name: "controller_runtime_reconcile_total",
      help: "Total number of reconciliations per controller",
      labelNames: ["controller", "result"],
      registers,
    });
    this.#errors = new Counter({
      name: "controller_runtime_reconcile_errors_total",
      help: "Total number of reconciliation errors per controller",
      labelNames,
      registers,
    });
    this.#terminalErrors = new Counter({
      name: "controller_runtime_terminal_reconcile_errors_total",
      help: "Total number of terminal reconciliation errors per controller",
      labelNames,
      registers,
    });
    this.#timeouts = new Counter({
      name: "controller_runtime_reconcile_timeouts_total",
      help: "Total number of reconciliation timeouts per controller",
      labelNames,
      registers,
    });
    this.#seconds = new Histogram({
      name: "controller_runtime_reconcile_time_seconds",
      help: "Length of time per reconciliation per controller",
      labelNames,
      buckets,
      registers,
    });
    this.#gauge(
      registry,
      "controller_runtime_max_concurrent_reconciles",
      "Maximum number of concurrent reconciles per controller",
      ({ workers }) => workers.size,
    );
    this.#gauge(
      registry,
      "controller_runtime_active_workers",
      "Number of currently used workers per controller",
      ({ workers }) => workers.busy,
    );
  }

  add(controller: ObservedController): void {
    const labels = { controller: controller.name };
    this.#controllers.push(controller);
    for (const result of results) this.#total.inc({ ...labels, result }, 0);
    this.#errors.inc(labels, 0);
    this.#terminalErrors.inc(labels, 0);
    this.#timeouts.inc(labels, 0);
    this.#seconds.zero(labels);
  }

  ended(controller: string, outcome: ReconcileOutcome, seconds: number): void {
    const isError = outcome === "error" || outcome === "terminal_error";
    this.#total.inc({ controller, result: isError ? "error" : outcome });
    if (isError) this.#errors.inc({ controller });
    if (outcome === "terminal_error") this.#terminalErrors.inc({ controller });
    this.#seconds.observe({ controller }, seconds);
  }

  /** A reconcile has reached its deadline. */
  timedOut(controller: string): void {
    this.#timeouts.inc({ controller });
  }

  #gauge(registry: Registry, name: string, help: string, read: (controller: ObservedController) => number): void {
    const gauge = new Gauge<"controller">({
      name,
      help,
      labelNames: ["controller"],
      registers: [registry],
      collect: () => {
        for (const controller of this.#controllers) gauge.set({ controller: controller.name }, read(controller));
      },
    });
  }
}
