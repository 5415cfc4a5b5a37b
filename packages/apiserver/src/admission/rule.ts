import { type JsonObject, listAt, textAt } from "@capstan/kube";

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

export function ruleOf(given: JsonObject): Rule {
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
