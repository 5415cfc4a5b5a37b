import type { Controller } from "../controller/controller.ts";
import type { ControllerMetrics } from "../controller/controller-metrics.ts";

type Queue = NonNullable<Controller["queue"]>;

const gauges: readonly (readonly [name: string, help: string, read: (queue: Queue) => number])[] = [
  ["capstan_queue_depth", "Requests that are ready and wait for a worker.", ({ depth }) => depth],
  ["capstan_queue_delayed", "Requests that wait until they are due.", ({ delayed }) => delayed],
  ["capstan_queue_adds_total", "Requests added, repeats included.", ({ adds }) => adds],
  ["capstan_queue_retries_total", "Requests added again after an error.", ({ retries }) => retries],
  ["capstan_reconcile_active", "Reconciles that run.", ({ processing }) => processing],
];

/** Adds the gauges of the queues of `controllers`, later ones included. */
export function addQueueMetrics(metrics: ControllerMetrics, controllers: readonly Controller[]): void {
  // Named as in controller-runtime, for the alerts that exist.
  metrics.gauge(
    "workqueue_longest_running_processor_seconds",
    "How long the reconcile that has run for the longest has been running.",
    () => controllers.map(({ name, longestRunning }) => [name, longestRunning?.seconds ?? 0] as const),
  );
  for (const [name, help, read] of gauges) {
    metrics.gauge(name, help, () =>
      controllers.flatMap(({ name: controller, queue }) =>
        queue === undefined ? [] : [[controller, read(queue)] as const],
      ),
    );
  }
}
