import { Counter, Gauge, type Registry } from "prom-client";
import type { ObservedController } from "./observed-controller.ts";
import { type Tally, TalliedHistogram } from "./tallied-histogram.ts";

/** The outcome of a reconcile. A terminal error is not retried until something changes. */
export type ReconcileOutcome = "success" | "requeue_after" | "error" | "terminal_error";

/** The values of the label `result`. No reconcile here ends with `requeue`, which controller-runtime has deprecated. */
const results = ["success", "requeue_after", "requeue", "error"] as const;

/** The ended reconciles of a controller. */
interface Ended {
  readonly byResult: Record<(typeof results)[number], number>;
  readonly seconds: Tally;
}

/** The buckets of controller-runtime, in seconds. */
const buckets = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5, 1.75, 2,
  2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
];

/** `controller_runtime_*`: the reconciles of a manager's controllers. */
export class ReconcileMetrics {
  readonly #controllers: ObservedController[] = [];
  readonly #errors: Counter<"controller">;
  readonly #terminalErrors: Counter<"controller">;
  readonly #timeouts: Counter<"controller">;
  readonly #seconds: TalliedHistogram<"controller">;
  /** By the name of the controller. */
  readonly #ended = new Map<string, Ended>();

  constructor(registry: Registry) {
    const registers = [registry];
    const labelNames = ["controller"] as const;
    this.#countResults(registry);
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
    this.#seconds = new TalliedHistogram({
      name: "controller_runtime_reconcile_time_seconds",
      help: "Length of time per reconciliation per controller",
      labelNames,
      buckets,
      registry,
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
    this.#errors.inc(labels, 0);
    this.#terminalErrors.inc(labels, 0);
    this.#timeouts.inc(labels, 0);
    if (this.#ended.has(controller.name)) return;
    const byResult = { success: 0, requeue_after: 0, requeue: 0, error: 0 };
    this.#ended.set(controller.name, { byResult, seconds: this.#seconds.tally(labels) });
  }

  ended(controller: string, outcome: ReconcileOutcome, seconds: number): void {
    const isError = outcome === "error" || outcome === "terminal_error";
    const ended = this.#ended.get(controller);
    if (ended !== undefined) {
      ended.byResult[isError ? "error" : outcome] += 1;
      ended.seconds.observe(seconds);
    }
    if (isError) this.#errors.inc({ controller });
    if (outcome === "terminal_error") this.#terminalErrors.inc({ controller });
  }

  /** Counts a reconcile that has reached its deadline. */
  timedOut(controller: string): void {
    this.#timeouts.inc({ controller });
  }

  #countResults(registry: Registry): void {
    const total = new Counter<"controller" | "result">({
      name: "controller_runtime_reconcile_total",
      help: "Total number of reconciliations per controller",
      labelNames: ["controller", "result"],
      registers: [registry],
      collect: () => {
        total.reset();
        for (const [controller, { byResult }] of this.#ended) {
          for (const result of results) total.inc({ controller, result }, byResult[result]);
        }
      },
    });
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
