import { ArgumentError } from "@capstan/kube";
import { Counter as PromCounter, Gauge as PromGauge, Histogram as PromHistogram, type Metric } from "prom-client";

/** What a metric of a program's own is called. */
export interface MetricOptions<Label extends string = never> {
  /**
   * In Prometheus' form: `hello_cloud_requests_total`. Lower case, with the name of the program first and the unit last; that of a
   * counter ends with `_total`. The prefixes of the manager's own metrics are taken.
   */
  readonly name: string;
  /** One sentence. */
  readonly help: string;
  /** Names of labels whose values are few: never the name of an object. Default: none. */
  readonly labels?: readonly Label[];
}

/** A metric that a manager serves with its own. */
export interface OwnMetric {
  /** Its name, as Prometheus has it. */
  readonly name: string;
  /** @internal */
  readonly metric: Metric;
}

/** The values of a metric's labels; nothing for a metric without labels. */
export type LabelValues<Label extends string> = [Label] extends [never]
  ? []
  : [labels: Readonly<Record<Label, string>>];

/** Counts what happens. */
export interface Counter<Label extends string = never> extends OwnMetric {
  /** One more. */
  count(...labels: LabelValues<Label>): void;
  /**
   * Several more.
   *
   * @param value - how many; not negative.
   */
  add(value: number, ...labels: LabelValues<Label>): void;
}

/** A value that goes up and down. */
export interface Gauge<Label extends string = never> extends OwnMetric {
  /** Sets the value for these labels. */
  set(value: number, ...labels: LabelValues<Label>): void;
}

/** How values are distributed. */
export interface Histogram<Label extends string = never> extends OwnMetric {
  /**
   * One more value.
   *
   * @param value - in the unit that the name ends with, such as seconds.
   */
  observe(value: number, ...labels: LabelValues<Label>): void;
}

/**
 * A counter of a program's own.
 *
 * @throws ArgumentError a name that Prometheus, its conventions or the manager's own metrics do not leave to it.
 *
 * @example
 * ```ts
 * import { defineCounter } from "@capstan/runtime";
 *
 * const requests = defineCounter({ name: "hello_requests_total", help: "Requests to the cloud.", labels: ["result"] });
 * requests.count({ result: "ok" });
 * ```
 */
export function defineCounter<const Label extends string = never>(options: MetricOptions<Label>): Counter<Label> {
  checkName(options, "counter");
  const metric = new PromCounter(unregistered(options));
  return {
    name: options.name,
    metric,
    count: (...labels) => {
      metric.inc(labelValues(labels), 1);
    },
    add: (value, ...labels) => {
      metric.inc(labelValues(labels), value);
    },
  };
}

/**
 * A gauge of a program's own.
 *
 * @throws ArgumentError as {@link defineCounter}.
 *
 * @example
 * ```ts
 * import { defineGauge } from "@capstan/runtime";
 *
 * const servers = defineGauge({ name: "hello_servers", help: "Servers that there are." });
 * servers.set(3);
 * ```
 */
export function defineGauge<const Label extends string = never>(options: MetricOptions<Label>): Gauge<Label> {
  checkName(options, "gauge");
  const metric = new PromGauge(unregistered(options));
  return {
    name: options.name,
    metric,
    set: (value, ...labels) => {
      metric.set(labelValues(labels), value);
    },
  };
}

/**
 * A histogram of a program's own.
 *
 * @param options - `buckets`: their upper limits, ascending. Default: from 5 ms to 10 s, in seconds.
 * @throws ArgumentError as {@link defineCounter}.
 *
 * @example
 * ```ts
 * import { defineHistogram } from "@capstan/runtime";
 *
 * const latency = defineHistogram({ name: "hello_request_seconds", help: "How long the cloud takes.", buckets: [0.1, 1, 10] });
 * latency.observe(0.4);
 * ```
 */
export function defineHistogram<const Label extends string = never>(
  options: MetricOptions<Label> & { readonly buckets?: readonly number[] },
): Histogram<Label> {
  checkName(options, "histogram");
  const { buckets } = options;
  const metric = new PromHistogram({
    ...unregistered(options),
    ...(buckets === undefined ? {} : { buckets: [...buckets] }),
  });
  return {
    name: options.name,
    metric,
    observe: (value, ...labels) => {
      metric.observe(labelValues(labels), value);
    },
  };
}

/** A metric belongs to no registry before a manager takes it. */
function unregistered({ name, help, labels = [] }: MetricOptions<string>) {
  return { name, help, labelNames: [...labels], registers: [] };
}

function labelValues(labels: readonly unknown[]): Record<string, string> {
  return (labels[0] ?? {}) as Record<string, string>;
}

const form = /^[a-z][a-z0-9]*(_[a-z0-9]+)+$/;
/** What managers and Node have themselves; see docs/metrics.md. */
const taken = /^(capstan|controller_runtime|workqueue|rest_client|leader_election|certwatcher|process|nodejs|go)_/;
/** What Prometheus makes of counters and histograms. */
const derived = /_(total|count|sum|bucket)$/;
const takenLabels: readonly string[] = ["le", "quantile", "job", "instance", "namespace", "pod"];

function checkName({ name, help, labels = [] }: MetricOptions<string>, type: "counter" | "gauge" | "histogram"): void {
  const problems = [
    ...(form.test(name) ? [] : ["must be lower-case words joined by _, the name of the program first"]),
    ...(taken.test(name)
      ? [`must not begin with ${name.split("_")[0] ?? ""}_, which the manager's own metrics do`]
      : []),
    ...(type === "counter" && !name.endsWith("_total") ? ["must end with _total, as counters do"] : []),
    ...(type !== "counter" && derived.test(name) ? ["must not end with _total, _count, _sum or _bucket"] : []),
    ...(help.trim() === "" ? ["must have a help text"] : []),
    ...labels.flatMap((label, index) => [
      ...(/^[a-z][a-z0-9_]*$/.test(label) ? [] : [`must have labels in lower case, not ${label}`]),
      ...(takenLabels.includes(label) ? [`must not have the label ${label}, which Prometheus sets itself`] : []),
      ...(labels.indexOf(label) < index ? [`must have the label ${label} once`] : []),
    ]),
  ];
  if (problems.length > 0) throw new ArgumentError(`The ${type} ${JSON.stringify(name)} ${problems.join("; it ")}.`);
}
