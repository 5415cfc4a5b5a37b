import { Counter, Gauge, Histogram, Registry } from "prom-client";

/** How a reconcile ended, as the label `result` of `capstan_reconcile_total`. */
export type ReconcileOutcome = "success" | "requeue_after" | "error" | "terminal_error";

/** The metrics of a manager's controllers, in a registry of their own. */
export class ControllerMetrics {
  readonly registry: Registry;
  readonly #total: Counter<"controller" | "result">;
  readonly #seconds: Histogram<"controller">;
  readonly #timeouts: Counter<"controller">;

  constructor(registry = new Registry()) {
    this.registry = registry;
    const registers = [registry];
    this.#total = new Counter({
      name: "capstan_reconcile_total",
      help: "Reconciles that ended, by result.",
      labelNames: ["controller", "result"],
      registers,
    });
    this.#seconds = new Histogram({
      name: "capstan_reconcile_duration_seconds",
      help: "How long reconciles took.",
      labelNames: ["controller"],
      buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60],
      registers,
    });
    this.#timeouts = new Counter({
      name: "capstan_reconcile_timeouts_total",
      help: "Reconciles that reached their deadline.",
      labelNames: ["controller"],
      registers,
    });
  }

  ended(controller: string, result: ReconcileOutcome, seconds: number): void {
    this.#total.inc({ controller, result });
    this.#seconds.observe({ controller }, seconds);
  }

  /** A reconcile has reached its deadline. */
  timedOut(controller: string): void {
    this.#timeouts.inc({ controller });
  }

  /**
   * A counter besides those of the controllers. Asking for a name again returns the same counter.
   *
   * @returns what counts one up, for these values of the labels.
   */
  counter<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
  ): (labels: Readonly<Record<Label, string>>) => void {
    const known = this.registry.getSingleMetric(name);
    const counter =
      known instanceof Counter
        ? known
        : new Counter<Label>({ name, help, labelNames: [...labelNames], registers: [this.registry] });
    return (labels) => {
      counter.inc(labels);
    };
  }

  /** Gauges that are read when they are scraped. */
  gauge(name: string, help: string, values: () => Iterable<readonly [controller: string, value: number]>): void {
    const gauge = new Gauge<"controller">({
      name,
      help,
      labelNames: ["controller"],
      registers: [this.registry],
      collect: () => {
        for (const [controller, value] of values()) gauge.set({ controller }, value);
      },
    });
  }
}
