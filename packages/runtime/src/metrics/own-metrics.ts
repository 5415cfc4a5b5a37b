import { ArgumentError } from "@capstan/kube";
import { Counter as PromCounter, Gauge as PromGauge, Histogram as PromHistogram, type Metric } from "prom-client";

/** Options of a program's own metric. */
export interface MetricOptions<Label extends string = never> {
  /**
   * A name in Prometheus' format: `hello_cloud_requests_total`. Lower case, with the program's name first and the unit last; the name of a
   * counter ends with `_total`. Prefixes of the manager's own metrics are reserved.
   */
  readonly name: string;
  /** One sentence of help. */
  readonly help: string;
  /** Names of labels with few values: never the name of an object. Default: none. */
  readonly labels?: readonly Label[];
}

/** A program's metric, which a manager serves with its own. */
export interface OwnMetric {
  /** The name in Prometheus. */
  readonly name: string;
  /** @internal */
  readonly metric: Metric;
}

/** The values of a metric's labels; empty for a metric without labels. */
export type LabelValues<Label extends string> = [Label] extends [never]
  ? []
  : [labels: Readonly<Record<Label, string>>];

/** Counts occurrences. */
export interface Counter<Label extends string = never> extends OwnMetric {
  /** Adds one. */
  count(...labels: LabelValues<Label>): void;
  /**
   * Adds a number.
   *
   * @param value - the number; not negative.
   */
  add(value: number, ...labels: LabelValues<Label>): void;
}

/** A value that goes up and down. */
export interface Gauge<Label extends string = never> extends OwnMetric {
  /** Sets the value for these labels. */
  set(value: number, ...labels: LabelValues<Label>): void;
}

/** The distribution of values. */
export interface Histogram<Label extends string = never> extends OwnMetric {
  /**
   * Adds a value.
   *
   * @param value - in the unit at the end of the name, such as seconds.
   */
  observe(value: number, ...labels: LabelValues<Label>): void;
}

/**
 * Creates a counter.
 *
 * @throws ArgumentError the name breaks a rule of Prometheus or its conventions, or is reserved for the manager's metrics.
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
 * Creates a gauge.
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
 * Creates a histogram.
 *
 * @param options - `buckets`: upper bounds, ascending. Default: 5 ms to 10 s, in seconds.
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

/** A metric belongs to no registry until a manager adds it. */
function unregistered({ name, help, labels = [] }: MetricOptions<string>) {
  return { name, help, labelNames: [...labels], registers: [] };
}

function labelValues(labels: readonly unknown[]): Record<string, string> {
  return (labels[0] ?? {}) as Record<string, string>;
}

const form = /^[a-z][a-z0-9]*(_[a-z0-9]+)+$/;
/** Prefixes of the metrics of managers and Node; see docs/metrics.md. */
const taken = /^(capstan|controller_runtime|workqueue|rest_client|leader_election|certwatcher|process|nodejs|go)_/;
/** Suffixes that Prometheus adds for counters and histograms. */
const derived = /_(total|count|sum|bucket)$/;
const takenLabels: readonly string[] = ["le", "quantile", "job", "instance", "namespace", "pod"];

function checkName({ name, help, labels = [] }: MetricOptions<string>, type: "counter" | "gauge" | "histogram"): void {
  const problems = [
    ...(form.test(name) ? [] : ["must be lower-case words joined by _, the name of the program first"]),
    ...(taken.test(name)
      ? [`must not begin with ${name.split("_")[0] ?? ""}_, the prefix of the manager's own metrics`]
      : []),
    ...(type === "counter" && !name.endsWith("_total") ? ["must end with _total, as counters do"] : []),
    ...(type !== "counter" && derived.test(name) ? ["must not end with _total, _count, _sum or _bucket"] : []),
    ...(help.trim() === "" ? ["must have a help text"] : []),
    ...labels.flatMap((label, index) => [
      ...(/^[a-z][a-z0-9_]*$/.test(label) ? [] : [`must have labels in lower case, not ${label}`]),
      ...(takenLabels.includes(label) ? [`must not have the label ${label}, because Prometheus sets it`] : []),
      ...(labels.indexOf(label) < index ? [`must have the label ${label} once`] : []),
    ]),
  ];
  if (problems.length > 0) throw new ArgumentError(`The ${type} ${JSON.stringify(name)} ${problems.join("; it ")}.`);
}
