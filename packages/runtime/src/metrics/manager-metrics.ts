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
 * The metrics of a manager, in a registry of their own. What controller-runtime and client-go have too has the name, type and labels
 * that it has there, so that the same dashboards and alerts serve; the rest begins with `capstan_`.
 */
export class ManagerMetrics {
  /** May take more metrics. */
  readonly registry: Registry;
  /** Of reconciles: how many, how long, with which outcome. */
  readonly reconciles: ReconcileMetrics;
  /** Of work queues: how full, how long requests wait. */
  readonly queues: QueueMetrics;
  /** Its `observe` is the `onRequest` of a client. */
  readonly requests: RequestMetrics;
  /** Of leader election. */
  readonly leader: LeaderMetrics;
  /** Of conversion and admission reviews. */
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
   * Serves a metric of the program's own. Safe to repeat.
   *
   * @throws ArgumentError another metric has its name.
   */
  serve({ name, metric }: OwnMetric): void {
    const known = this.registry.getSingleMetric(name);
    if (known === metric) return;
    if (known !== undefined) throw new ArgumentError(`There is another metric ${name}; each needs its own name.`);
    this.registry.registerMetric(metric);
  }

  /** `process_*` and `nodejs_*`, which are of the whole process: for one manager in it. */
  addProcess(): void {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Shows a controller from its start, with zeros until something happens. */
  add(controller: ObservedController): void {
    this.reconciles.add(controller);
    this.queues.add(controller);
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
}
