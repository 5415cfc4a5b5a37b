import { type ConcernedObject } from "./concerned-object.ts";

/** A condition of a phase, for a Machine. */
export interface Requirement<Id extends string = string> {
  /** The stable id, for comparing and counting. */
  readonly id: Id;
  /** The condition for users, such as "infrastructure provisioned". Also stable. */
  readonly sentence: string;
  /** The object whose field or state determines the condition. */
  readonly object: ConcernedObject;
  /** The observed value, if it helps; not stable. */
  readonly detail?: string;
}

/** Evaluates a condition on facts of type `Facts`. */
export interface RequirementRule<Facts> {
  readonly sentence: string;
  /** Whether the condition stays met once it is met, because the API server or the contract does not allow undoing it. */
  readonly lasting: boolean;
  holds(facts: Facts): boolean;
  object(facts: Facts): ConcernedObject;
  detail?(facts: Facts): string | undefined;
}

/** Applies the rule `id` to `facts`. */
export function requirement<Id extends string, Facts>(
  rules: Readonly<Record<Id, RequirementRule<Facts>>>,
  id: Id,
  facts: Facts,
): Requirement<Id> {
  const rule = rules[id];
  const detail = rule.holds(facts) ? undefined : rule.detail?.(facts);
  return { id, sentence: rule.sentence, object: rule.object(facts), ...(detail === undefined ? {} : { detail }) };
}
