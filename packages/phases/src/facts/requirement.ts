import { type ConcernedObject } from "./concerned-object.ts";

/** One condition of a phase, as it is for one Machine. */
export interface Requirement<Id extends string = string> {
  /** Stable: to be compared and counted. */
  readonly id: Id;
  /** For people, such as "infrastructure provisioned". Stable as well. */
  readonly sentence: string;
  /** Whose field or state decides it. */
  readonly object: ConcernedObject;
  /** What was seen instead, if that helps; not stable. */
  readonly detail?: string;
}

/** How one condition is read from facts of type `Facts`. */
export interface RequirementRule<Facts> {
  readonly sentence: string;
  /** Once met, it stays met: the API server or the contract does not let it be undone. */
  readonly lasting: boolean;
  holds(facts: Facts): boolean;
  object(facts: Facts): ConcernedObject;
  detail?(facts: Facts): string | undefined;
}

/** The rule `id` applied to `facts`. */
export function requirement<Id extends string, Facts>(
  rules: Readonly<Record<Id, RequirementRule<Facts>>>,
  id: Id,
  facts: Facts,
): Requirement<Id> {
  const rule = rules[id];
  const detail = rule.holds(facts) ? undefined : rule.detail?.(facts);
  return { id, sentence: rule.sentence, object: rule.object(facts), ...(detail === undefined ? {} : { detail }) };
}
