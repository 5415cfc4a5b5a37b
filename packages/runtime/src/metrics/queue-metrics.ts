import { Counter, Gauge, type Registry } from "prom-client";
import type { ObservedController, ObservedQueue } from "./observed-controller.ts";
import { type Tally, TalliedHistogram } from "./tallied-histogram.ts";

/** controller-runtime names the queue after its controller, and sets both labels. */
type Label = "controller" | "name";
const labelNames = ["controller", "name"] as const;

/** The buckets of client-go: from 10 ns to 1000 s. */
const buckets = Array.from({ length: 12 }, (_, index) => 10 ** (index - 8));

const counters: readonly (readonly [name: string, help: string, read: (queue: ObservedQueue) => number])[] = [
  ["workqueue_adds_total", "Total number of adds handled by workqueue", ({ adds }) => adds],
  [
    "workqueue_retries_total",
    "Total number of items added to the workqueue with a delay: after an error, or for a later reconcile",
    ({ retries }) => retries,
  ],
];

const gauges: readonly (readonly [name: string, help: string, read: (controller: ObservedController) => number])[] = [
  [
    "workqueue_unfinished_work_seconds",
    "Seconds of work in progress, summed over all requests, that workqueue_work_duration_seconds does not include yet",
    ({ runningMs }) => runningMs().reduce((sum, each) => sum + each, 0) / 1_000,
  ],
  [
    "workqueue_longest_running_processor_seconds",
    "How many seconds has the longest running processor for workqueue been running",
    ({ runningMs }) => Math.max(0, ...runningMs()) / 1_000,
  ],
  [
    "capstan_workqueue_delayed",
    "Current number of requests that wait for their delay to end",
    ({ queue }) => queue.delayed,
  ],
];

/** `workqueue_*`: the queues of a manager's controllers. */
export class QueueMetrics {
  readonly #controllers: ObservedController[] = [];
  readonly #waited: TalliedHistogram<Label>;
  readonly #worked: TalliedHistogram<Label>;
  /** By the name of the controller. */
  readonly #tallies = new Map<string, { readonly waited: Tally; readonly worked: Tally }>();

  constructor(registry: Registry) {
    this.#waited = new TalliedHistogram({
      name: "workqueue_queue_duration_seconds",
      help: "How long in seconds an item stays in workqueue before being requested",
      labelNames,
      buckets,
      registry,
    });
    this.#worked = new TalliedHistogram({
      name: "workqueue_work_duration_seconds",
      help: "How long in seconds processing an item from workqueue takes",
      labelNames,
      buckets,
      registry,
    });
    for (const [name, help, read] of counters) this.#counter(registry, name, help, read);
    for (const [name, help, read] of gauges) this.#gauge(registry, name, help, read);
    this.#depth(registry);
  }

  add(controller: ObservedController): void {
    this.#controllers.push(controller);
    const labels = labelsOf(controller.name);
    this.#tallies.set(controller.name, { waited: this.#waited.tally(labels), worked: this.#worked.tally(labels) });
  }

  /** A request was taken after this many seconds in the queue. */
  waited(controller: string, seconds: number): void {
    this.#tallies.get(controller)?.waited.observe(seconds);
  }

  /** The work on a request ended after this many seconds. */
  worked(controller: string, seconds: number): void {
    this.#tallies.get(controller)?.worked.observe(seconds);
  }

  #counter(registry: Registry, name: string, help: string, read: (queue: ObservedQueue) => number): void {
    const counter = new Counter<Label>({
      name,
      help,
      labelNames,
      registers: [registry],
      collect: () => {
        counter.reset();
        for (const controller of this.#controllers) counter.inc(labelsOf(controller.name), read(controller.queue));
      },
    });
  }

  #gauge(registry: Registry, name: string, help: string, read: (controller: ObservedController) => number): void {
    const gauge = new Gauge<Label>({
      name,
      help,
      labelNames,
      registers: [registry],
      collect: () => {
        for (const controller of this.#controllers) gauge.set(labelsOf(controller.name), read(controller));
      },
    });
  }

  #depth(registry: Registry): void {
    const gauge = new Gauge<Label | "priority">({
      name: "workqueue_depth",
      help: "Current depth of workqueue by workqueue and priority",
      labelNames: [...labelNames, "priority"],
      registers: [registry],
      collect: () => {
        // An empty priority would otherwise keep its last depth.
        gauge.reset();
        for (const { name, queue } of this.#controllers) {
          for (const [priority, depth] of new Map([[0, 0], ...queue.depths])) {
            gauge.set({ ...labelsOf(name), priority }, depth);
          }
        }
      },
    });
  }
}

function labelsOf(controller: string): Record<Label, string> {
  return { controller, name: controller };
}
