import { isJsonObject, type JsonObject, type LabelSelector, listAt, objectAt } from "@capstan/kube";
import { type Rule, ruleOf } from "./rule.ts";

/** Which writes a webhook, a policy or the binding of a policy is about. */
export interface MatchCriteria {
  /** Everything if they are left out. */
  readonly rules?: readonly Rule[];
  /** What is left out of that. */
  readonly excluded: readonly Rule[];
  /** Whether it is also about other versions of what it names. */
  readonly matchesEquivalents: boolean;
  readonly namespaceSelector: LabelSelector;
  readonly objectSelector: LabelSelector;
}

/** What all state in the same way. */
export function selectionOf(given: JsonObject): Omit<MatchCriteria, "rules" | "excluded"> {
  return {
    matchesEquivalents: given.matchPolicy !== "Exact",
    namespaceSelector: objectAt(given, "namespaceSelector") ?? {},
    objectSelector: objectAt(given, "objectSelector") ?? {},
  };
}

/** What a policy or its binding says (MatchResources). */
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
