import { type Finding } from "./findings.ts";

/** Findings that say the same of several places, or of one place by several rules. */
export interface FindingGroup {
  /** The rules, the one of the highest level first. */
  readonly rules: readonly string[];
  /** The finding that stands for all: of the first rule. */
  readonly finding: Finding;
  /** Each place once. */
  readonly places: readonly Finding[];
}

const levels = ["MUST", "SHOULD", "MAY"];

/** Groups findings, the most binding first: one place that breaks several rules is one fact, and so is a rule that many places break. */
export function groupFindings(findings: readonly Finding[]): FindingGroup[] {
  const facts = Map.groupBy(findings, ({ file, object, path, actual }) => keyOf([file, object, path, actual]));
  const byFact = Array.from(facts.values(), (same) => same.toSorted(byLevel));
  const groups = Map.groupBy(byFact, ([first, ...others]) =>
    keyOf([first?.level, first?.rule, first?.expected, ...others.map(({ rule }) => rule)]),
  );
  return [...groups.values()]
    .flatMap((alike) => {
      const [finding] = alike[0] ?? [];
      if (finding === undefined) return [];
      const rules = [...new Set((alike[0] ?? []).map(({ rule }) => rule))];
      return [{ rules, finding, places: alike.flatMap(([first]) => first ?? []) }];
    })
    .toSorted((a, b) => byLevel(a.finding, b.finding));
}

function byLevel(a: Finding, b: Finding): number {
  return levels.indexOf(a.level) - levels.indexOf(b.level) || a.rule.localeCompare(b.rule);
}

function keyOf(values: readonly unknown[]): string {
  return JSON.stringify(values.map((value) => value ?? null));
}
