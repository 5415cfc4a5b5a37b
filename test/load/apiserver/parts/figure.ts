/** The result of one measure. */
export interface Figure {
  readonly what: string;
  readonly unit: string;
  /** Medians. */
  readonly embedded: number;
  /** The medians of etcd and kube-apiserver, if they have this figure. */
  readonly real?: number;
  readonly aim: string;
}

/** The size of a measure. */
export interface Sizes {
  readonly rounds: number;
  readonly objects: number;
  readonly watchers: number;
}

export type Measure = (sizes: Sizes) => Promise<readonly Figure[]>;

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** The duration of `act` in milliseconds. */
export async function timed(act: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await act();
  return performance.now() - before;
}

/** A table in Markdown. */
export function render(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, unit, embedded, real, aim }) => {
    const ratio = real === undefined ? "" : (embedded / real).toFixed(2);
    return [what, `${shown(embedded)} ${unit}`, real === undefined ? "" : `${shown(real)} ${unit}`, ratio, aim];
  });
  const head = ["", "embedded", "etcd and kube-apiserver", "ratio", "aim"];
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

function shown(value: number): string {
  return value.toFixed(value < 10 ? 1 : 0);
}
