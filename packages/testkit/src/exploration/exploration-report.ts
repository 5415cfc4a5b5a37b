/** A change with problems. */
export interface Finding {
  /** The change, such as `spec.size from "small" to "large"`. */
  readonly change: string;
  /** The problems. */
  readonly problems: readonly string[];
}

/** The results of an exploration. */
export interface ExplorationReport {
  /** The name of the exploration. */
  readonly exploration: string;
  /** The tried changes, including those that the API server refused. */
  readonly changes: readonly string[];
  /** How many of them the API server refused, for example changes of immutable fields. */
  readonly refused: number;
  /** The problems of changes. */
  readonly findings: readonly Finding[];
  /** The duration, in milliseconds of the system clock. */
  readonly durationMs: number;
}

/**
 * Formats the findings for people.
 *
 * @example
 * ```ts
 * import { findingsText } from "@capstan/testkit/exploration";
 *
 * const change = 'spec.size from "small" to "large"';
 * const findings = [{ change, problems: ["differs from an object created with this spec: outside: large server of HelloMachine/m1: missing"] }];
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
