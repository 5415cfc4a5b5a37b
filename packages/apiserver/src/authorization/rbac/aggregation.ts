import { isMalformedText, labelMatcher, type LabelMatcher, type LabelSelector, listAt, objectAt } from "@capstan/kube";
import { remembered } from "../../object/remembered.ts";
import { type ApiObject } from "../../object/api-object.ts";
import { type PolicyRule } from "../authorizer.ts";
import { rulesOfRole } from "./policy.ts";

/**
 * The rules that a ClusterRole aggregates from others.
 *
 * @param roles - all ClusterRoles, by name.
 * @returns undefined if it has no aggregation rule, or a selector that cannot be parsed.
 */
export function aggregatedRules(role: ApiObject, roles: readonly ApiObject[]): readonly PolicyRule[] | undefined {
  if (objectAt(role, "aggregationRule") === undefined) return undefined;
  const selectors = matchersOf(listAt(role, "aggregationRule", "clusterRoleSelectors") as readonly LabelSelector[]);
  const gathered = selectors?.flatMap((matches) =>
    roles
      .filter(({ metadata }) => metadata.name !== role.metadata.name && matches(metadata.labels))
      .flatMap(rulesOfRole),
  );
  const seen = new Set<string>();
  return gathered?.filter((rule) => {
    const isNew = !seen.has(textOf(rule));
    seen.add(textOf(rule));
    return isNew;
  });
}

/** Whether two lists have the same rules. */
export function sameRules(left: readonly PolicyRule[], right: readonly PolicyRule[]): boolean {
  return left.length === right.length && left.every((rule, index) => textOf(rule) === textOf(right[index] ?? rule));
}

/** A string that is equal for equal rules; cached because all servers of a process share their initial rules. */
const textOf = remembered((rule: PolicyRule) => {
  const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
  return JSON.stringify([verbs, apiGroups, resources, resourceNames, nonResourceURLs]);
});

function matchersOf(selectors: readonly LabelSelector[]): LabelMatcher[] | undefined {
  try {
    return selectors.map((selector) => labelMatcher(selector));
  } catch (error) {
    if (isMalformedText(error)) return undefined;
    throw error;
  }
}
