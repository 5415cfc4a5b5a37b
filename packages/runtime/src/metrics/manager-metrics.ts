import { collectDefaultMetrics, Counter, Registry } from "prom-client";
import { ArgumentError } from "@capstan/kube";
import { LeaderMetrics } from "./leader-metrics.ts";
import type { ObservedController } from "./observed-controller.ts";
import type { OwnMetric } from "./own-metrics.ts";
import { QueueMetrics } from "./queue-metrics.ts";
import { ReconcileMetrics } from "./reconcile-metrics.ts";
import { RequestMetrics } from "./request-metrics.ts";
import { WebhookMetrics } from "./webhook-metrics.ts";

/**
 * The metrics of a manager, in a registry of their own. Metrics that exist in controller-runtime and client-go have the same name, type and
 * labels, so that the same dashboards and alerts work; all others begin with `capstan_`.
 */
export class ManagerMetrics {
  /** The registry; you can add metrics. */
  readonly registry: Registry;
  /** Reconciles: number, duration and outcome. */
  readonly reconciles: ReconcileMetrics;
  /** Work queues: depth and wait times. */
  readonly queues: QueueMetrics;
  /** API requests; pass its `observe` as a client's `onRequest`. */
  readonly requests: RequestMetrics;
  /** Leader election. */
  readonly leader: LeaderMetrics;
  /** Conversion and admission reviews. */
  readonly webhooks: WebhookMetrics;

  constructor(registry = new Registry()) {
    this.registry = registry;
    this.reconciles = new ReconcileMetrics(registry);
    this.queues = new QueueMetrics(registry);
    this.requests = new RequestMetrics(registry);
    this.leader = new LeaderMetrics(registry);
    this.webhooks = new WebhookMetrics(registry);
  }

  /**
   * Serves one of the program's own metrics. Safe to repeat.
   *
   * @throws ArgumentError another metric has the same name.
   */
  serve({ name, metric }: OwnMetric): void {
    const known = this.registry.getSingleMetric(name);
    if (known === metric) return;
    if (known !== undefined) throw new ArgumentError(`Metric ${name} already exists; choose another name.`);
    this.registry.registerMetric(metric);
  }

  /** Adds `process_*` and `nodejs_*`, which cover the whole process: call it for one manager only. */
  addProcess(): void {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Adds a controller; its metrics start with zeros. */
  add(controller: ObservedController): void {
    this.reconciles.add(controller);
    this.queues.add(controller);
  }

  /**
   * Creates a counter in addition to those of the controllers. The same name returns the same counter.
   *
   * @returns a function that increments the counter for label values.
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
}
