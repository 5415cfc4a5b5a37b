import type { Violation } from "@capstan/contract";
import type { Moment } from "../coverage/moments.ts";

/** A breach of a rule as reported to a user. */
export interface Sighting {
  readonly moment: Moment;
  readonly rule: string;
  readonly statement: string;
  readonly source: string;
}

/**
 * The message about the rule that a subject breaks.
 *
 * @throws Error the rule is not among the violations.
 */
export function sightingOf(
  moment: Moment,
  subject: string,
  aimed: string,
  violations: readonly Pick<Violation, "rule" | "statement" | "source">[],
): Sighting {
  const found = violations.find(({ rule }) => rule === aimed);
  if (found === undefined) throw new Error(`${moment}: nothing sees that ${subject} breaks ${aimed}`);
  const { rule, statement, source } = found;
  return { moment, rule, statement, source };
}
