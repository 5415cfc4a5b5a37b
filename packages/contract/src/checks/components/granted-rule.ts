import { fieldsAt, isJsonObject, listAt } from "@capstan/kube";
import { type Json, labelOf, stringsAt } from "../rule/json.ts";

/** A rule of a Role or ClusterRole, and its place. */
export interface GrantedRule {
  readonly role: string;
  readonly path: string;
  readonly kind: string;
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  readonly limited: boolean;
}

/** The rules of a role. For an aggregating ClusterRole, this includes the rules of the roles in `others` that it selects. */
export function grantedRules(role: Json, others: readonly Json[] = []): GrantedRule[] {
  const selectors = listAt(role, "aggregationRule", "clusterRoleSelectors").filter(isJsonObject);
  const aggregated = others.filter((other) => other !== role && selectors.some((selector) => matches(selector, other)));
  return [role, ...aggregated].flatMap((source) =>
    listAt(source, "rules").map((rule, index) => ({
      role: labelOf(source),
      path: `rules[${index}]`,
      kind: String(source.kind),
      apiGroups: stringsAt(rule, "apiGroups"),
      resources: stringsAt(rule, "resources"),
      verbs: stringsAt(rule, "verbs"),
      limited: listAt(rule, "resourceNames").length > 0,
    })),
  );
}

function matches(selector: Json, role: Json): boolean {
  const labels = fieldsAt(role, "metadata", "labels");
  return Object.entries(fieldsAt(selector, "matchLabels")).every(([key, value]) => labels[key] === value);
}

/** The verbs in `wanted` that no rule grants for all objects of a resource. */
export function verbsMissing(
  rules: readonly GrantedRule[],
  group: string,
  resource: string,
  wanted: readonly string[],
): string[] {
  const granted = new Set(
    rules.filter((rule) => !rule.limited && covers(rule, group, resource)).flatMap((r) => r.verbs),
  );
  return granted.has("*") ? [] : wanted.filter((verb) => !granted.has(verb));
}

/** Whether a rule covers a resource (`plural` or `plural/subresource`). */
export function covers(rule: Pick<GrantedRule, "apiGroups" | "resources">, group: string, resource: string): boolean {
  const includes = (list: readonly string[], wanted: string) => list.includes("*") || list.includes(wanted);
  return includes(rule.apiGroups, group) && includes(rule.resources, resource);
}
