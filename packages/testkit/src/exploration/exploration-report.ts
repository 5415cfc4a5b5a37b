/** A change after which something is not as it should be. */
export interface Finding {
  /** What was changed, such as `spec.size from "small" to "large"`. */
  readonly change: string;
  /** What was found. */
  readonly problems: readonly string[];
}

/** What came of exploring a kind. */
export interface ExplorationReport {
  /** The name of the exploration. */
  readonly exploration: string;
  /** The changes that were made, and those that the API server refused. */
  readonly changes: readonly string[];
  /** How many of them the API server refused, such as those of immutable fields. */
  readonly refused: number;
  /** What is not as it should be. */
  readonly findings: readonly Finding[];
  /** How long it took, in milliseconds of the machine's time. */
  readonly durationMs: number;
}

/**
 * The findings for a person.
 *
 * @example
 * ```ts
 * import { findingsText } from "@capstan/testkit/exploration";
 *
 * const change = 'spec.size from "small" to "large"';
 * const findings = [{ change, problems: ["than if it had been made so: outside: large server of HelloMachine/m1: missing"] }];
 * const report = { exploration: "m1", changes: [change], refused: 0, findings, durationMs: 900 };
 * console.log(findingsText(report)); // "m1" does not follow its spec in 1 of 1 changes: …
 * ```
 */
export function findingsText({ exploration, changes, findings }: ExplorationReport): string {
  const where = changes.length === 0 ? "" : ` in ${findings.length} of ${changes.length} changes`;
  return [
    `"${exploration}" does not follow its spec${where}:`,
    ...findings.flatMap(({ change, problems }) => ["", `${change}:`, ...problems.map((problem) => `  ${problem}`)]),
  ].join("\n");
}
