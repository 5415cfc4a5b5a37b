import type { Comparison } from "./comparison.ts";
import type { Run } from "./run-suite.ts";

export const heading = [
  "| package | pass on the real server | of these, here | fail on the real server | s, real | s, here |",
  "| ------- | ----------------------: | -------------: | ----------------------: | ------: | ------: |",
].join("\n");

/** One package. */
export function rowOf(comparison: Comparison, { real, here }: { readonly real: Run; readonly here: Run }): string {
  const { package: name, real: counts, both } = comparison;
  const cells = [name, counts.passed, both, counts.failed, Math.round(real.seconds), Math.round(here.seconds)];
  return `| ${cells.join(" | ")} |`;
}

/** All packages. */
export function summaryOf(comparisons: readonly Comparison[]): string {
  const sum = (of: (comparison: Comparison) => number) => comparisons.reduce((total, each) => total + of(each), 0);
  const known = sum(({ differences }) => differences.filter(({ reason }) => reason !== undefined).length);
  const [real, both] = [sum((each) => each.real.passed), sum((each) => each.both)];
  return `\n${real} pass on the real server, ${both} of these here; ${known} are known to differ`;
}
