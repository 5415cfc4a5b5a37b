import { Histogram, type Registry } from "prom-client";

/** Options of {@link TalliedHistogram}. */
export interface TalliedHistogramOptions<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly Label[];
  /** Upper bounds, ascending; `+Inf` is added. */
  readonly buckets: readonly number[];
  readonly registry: Registry;
}

/** The observations for one set of label values. */
export class Tally {
  readonly #bounds: readonly number[];
  /** The number of observations in each bucket, and above all of them; not cumulative. */
  readonly #counts: number[];
  #sum = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = Array<number>(bounds.length + 1).fill(0);
  }

  get sum(): number {
    return this.#sum;
  }

  /** The number of observations up to each bound, then the total. */
  get cumulative(): readonly number[] {
    let count = 0;
    return this.#counts.map((each) => (count += each));
  }

  observe(value: number): void {
    const { length } = this.#bounds;
    let bucket = 0;
    while (bucket < length && value > (this.#bounds[bucket] ?? Infinity)) bucket += 1;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#sum += value;
  }
}

/**
 * A histogram whose label values are known in advance. prom-client's histogram checks and joins the labels of each observation. For the
 * three observations of a reconcile, this costs a good part of the surrounding work in queue and controller.
 */
export class TalliedHistogram<Label extends string> extends Histogram<Label> {
  readonly #options: TalliedHistogramOptions<Label>;
  /** By the label values. */
  readonly #tallies = new Map<string, readonly [labels: Readonly<Record<Label, string>>, tally: Tally]>();

  constructor(options: TalliedHistogramOptions<Label>) {
    const { name, help, labelNames, buckets, registry } = options;
    super({ name, help, labelNames, buckets: [...buckets], registers: [registry] });
    this.#options = options;
  }

  /** The tally for these label values, always the same instance. Until the first observation, zeros are reported. */
  tally(labels: Readonly<Record<Label, string>>): Tally {
    const key = this.#options.labelNames.map((label) => labels[label]).join("\0");
    const known = this.#tallies.get(key);
    if (known !== undefined) return known[1];
    const tally = new Tally(this.#options.buckets);
    this.#tallies.set(key, [labels, tally]);
    return tally;
  }

  /** Called by the registry to write its text format, and by the base class to return values. */
  getForPromString(): Promise<object> {
    const { name, help } = this.#options;
    const values = [...this.#tallies.values()].flatMap(([labels, tally]) => this.#valuesOf(labels, tally));
    return Promise.resolve({ name, help, type: "histogram", aggregator: "sum", values });
  }

  #valuesOf(labels: Readonly<Record<Label, string>>, { cumulative, sum }: Tally) {
    const { name, buckets } = this.#options;
    const value = (of: string, number: number, own: { readonly le?: number | string } = {}) => {
      return { metricName: `${name}_${of}`, labels: { ...own }, sharedLabels: labels, value: number };
    };
    return [
      ...[...buckets, "+Inf"].map((le, index) => value("bucket", cumulative[index] ?? 0, { le })),
      value("sum", sum),
      value("count", cumulative.at(-1) ?? 0),
    ];
  }
}
