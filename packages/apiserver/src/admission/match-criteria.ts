import { isJsonObject, type JsonObject, type LabelSelector, listAt, objectAt, textAt } from "@capstan/kube";

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

/** Selects the requests for a webhook or a policy. */
export interface Rule {
  readonly operations: readonly string[];
  readonly groups: readonly string[];
  readonly versions: readonly string[];
  readonly resources: readonly string[];
  /** Names of objects; empty for all. */
  readonly names: readonly string[];
  readonly scope: string;
}

function ruleOf(given: JsonObject): Rule {
  return {
    operations: stringsAt(given, "operations"),
    groups: stringsAt(given, "apiGroups"),
    versions: stringsAt(given, "apiVersions"),
    resources: stringsAt(given, "resources"),
    names: stringsAt(given, "resourceNames"),
    scope: textAt(given, "scope") ?? "*",
  };
}

export function stringsAt(given: JsonObject, field: string): string[] {
  return listAt(given, field).filter((value) => typeof value === "string");
}
