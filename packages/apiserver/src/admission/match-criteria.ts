import { isJsonObject, type JsonObject, type LabelSelector, listAt, objectAt } from "@capstan/kube";
import { type Rule, ruleOf } from "./rule.ts";

/** Selects the writes for a webhook, a policy or the binding of a policy. */
export interface MatchCriteria {
  /** Matches everything if unset. */
  readonly rules?: readonly Rule[];
  /** Exceptions from the rules. */
  readonly excluded: readonly Rule[];
  /** Whether it also matches other versions of the same resources. */
  readonly matchesEquivalents: boolean;
  readonly namespaceSelector: LabelSelector;
  readonly objectSelector: LabelSelector;
}

/** The criteria that all have in the same format. */
export function selectionOf(given: JsonObject): Omit<MatchCriteria, "rules" | "excluded"> {
  return {
    matchesEquivalents: given.matchPolicy !== "Exact",
    namespaceSelector: objectAt(given, "namespaceSelector") ?? {},
    objectSelector: objectAt(given, "objectSelector") ?? {},
  };
}

/** Reads the criteria of a policy or its binding (MatchResources). */
export function matchResources(given: JsonObject): MatchCriteria {
  const rules = rulesAt(given, "resourceRules");
  return {
    ...selectionOf(given),
    ...(rules.length === 0 ? {} : { rules }),
    excluded: rulesAt(given, "excludeResourceRules"),
  };
}

export function rulesAt(given: JsonObject, field: string): Rule[] {
  return listAt(given, field).filter(isJsonObject).map(ruleOf);
}
