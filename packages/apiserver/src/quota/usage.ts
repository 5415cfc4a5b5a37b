import { quantityNanos } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { addResources, type ResourceList, resourcesAt } from "../object/resource-list.ts";
import { type Resource } from "../registry/resource.ts";
import { evaluatorOf } from "./evaluators.ts";
import { quotaOf } from "./quota.ts";

/** The status of a ResourceQuota: its limits and usage. */
export interface QuotaStatus {
  readonly hard: ResourceList;
  readonly used: ResourceList;
}

/**
 * The correct status of a quota for the content of its namespace.
 *
 * @param resources - all served resources.
 * @param listOf - lists a resource in the quota's namespace.
 * @param now - milliseconds since 1970.
 */
export function statusOf(
  quota: ApiObject,
  {
    resources,
    listOf,
    now,
  }: {
    readonly resources: readonly Resource[];
    readonly listOf: (resource: Resource) => readonly ApiObject[];
    readonly now: number;
  },
): QuotaStatus {
  const hard = resourcesAt(quota, "spec", "hard");
  const { used: before, scopes } = quotaOf(quota);
  let used = before;
  for (const resource of resources) {
    const evaluator = evaluatorOf(resource);
    const names = Object.keys(hard).filter((name) => evaluator?.tracks(name));
    if (evaluator === undefined || names.length === 0) continue;
    const counted = listOf(resource).filter((object) =>
      scopes.every((requirement) => evaluator.isInScope(object, requirement)),
    );
    const nothing: ResourceList = Object.fromEntries(names.map((name) => [name, "0"]));
    const all = counted.reduce((sum, object) => addResources(sum, evaluator.usage(object, now)), nothing);
    used = { ...used, ...Object.fromEntries(names.map((name) => [name, all[name] ?? "0"])) };
  }
  return { hard: sorted(hard), used: sorted(masked(used, hard)) };
}

/** Whether two lists have equal amounts, in any format. */
export function isSameAmount(one: ResourceList, other: ResourceList): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => name in other && quantityNanos(one[name] ?? "") === quantityNanos(other[name] ?? ""))
  );
}

function masked(list: ResourceList, hard: ResourceList): ResourceList {
  return Object.fromEntries(Object.entries(list).filter(([name]) => name in hard));
}

function sorted(list: ResourceList): ResourceList {
  return Object.fromEntries(Object.entries(list).sort(([one], [other]) => (one < other ? -1 : 1)));
}
