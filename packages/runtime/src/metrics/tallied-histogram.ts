import { Histogram, type Registry } from "prom-client";

/** Options of {@link TalliedHistogram}. */
export interface TalliedHistogramOptions<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly Label[];
  /** Upper bounds, ascending; one without end is added. */
  readonly buckets: readonly number[];
  readonly registry: Registry;
}

/** What was observed under certain values of the labels. */
export class Tally {
  readonly #bounds: readonly number[];
  /** How many were in each bucket, and above all of them; not cumulative. */
  readonly #counts: number[];
  #sum = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = Array<number>(bounds.length + 1).fill(0);
  }

  get sum(): number {
    return this.#sum;
  }

  /** How many were at most as large as each bound, and how many there are. */
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
 * A histogram whose label values are known beforehand. prom-client's own checks and joins the labels of each observation, which for the three
 * of a reconcile costs a good part of what the queue and the controller cost around it.
 */
export class TalliedHistogram<Label extends string> extends Histogram<Label> {
  readonly #options: TalliedHistogramOptions<Label>;
  /** By the values of the labels. */
  readonly #tallies = new Map<string, readonly [labels: Readonly<Record<Label, string>>, tally: Tally]>();

  constructor(options: TalliedHistogramOptions<Label>) {
    const { name, help, labelNames, buckets, registry } = options;
    super({ name, help, labelNames, buckets: [...buckets], registers: [registry] });
    this.#options = options;
  }

  /** What is observed under these values, the same whenever it is asked for; zeros are shown before. */
  tally(labels: Readonly<Record<Label, string>>): Tally {
    const key = this.#options.labelNames.map((label) => labels[label]).join("\0");
    const known = this.#tallies.get(key);
    if (known !== undefined) return known[1];
    const tally = new Tally(this.#options.buckets);
    this.#tallies.set(key, [labels, tally]);
    return tally;
  }

  /** What the registry asks for to write text, and the base class to give values. */
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
