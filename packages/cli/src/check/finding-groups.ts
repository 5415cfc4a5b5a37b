import { type Finding } from "./findings.ts";

/** Findings of one rule at several places, or of several rules at one place. */
export interface FindingGroup {
  /** The rules, highest level first. */
  readonly rules: readonly string[];
  /** The finding that represents the group: of the first rule. */
  readonly finding: Finding;
  /** Each place once. */
  readonly places: readonly Finding[];
}

const levels = ["MUST", "SHOULD", "MAY"];

/** Groups findings, highest level first: a place that breaks several rules is a single group, and so is a rule that many places break. */
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
