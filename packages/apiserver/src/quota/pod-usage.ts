import { isJsonObject, listAt, objectAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { hasEnded } from "../object/pod.ts";
import { addResources, podResources, type ResourceList, resourcesAt } from "../object/resource-list.ts";
import { pods } from "../registry/built-in/built-ins.ts";
import { countName, type Evaluator, namesClass } from "./evaluator.ts";
import { type ScopeRequirement } from "./quota.ts";

const count = countName(pods);
const computed = ["cpu", "memory", "ephemeral-storage"];
const names: ReadonlySet<string> = new Set([
  count,
  pods.plural,
  ...computed.flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
]);

/** Pods, and the requests and limits of those that have not ended. */
export const podUsage: Evaluator = {
  tracks: (name) => names.has(name) || /^(requests\.)?hugepages-/.test(name) || isExtended(name),
  handles: ({ operation, target: { subresource }, object, oldObject }) => {
    if (subresource === "resize") return operation === "UPDATE";
    if (subresource !== undefined) return false;
    // Its scope has changed.
    return operation === "CREATE" || (operation === "UPDATE" && isLimitedInTime(object) !== isLimitedInTime(oldObject));
  },
  isInScope: isPodInScope,
  lacks: (pod, wanted) => {
    if (statesResources(pod)) return undefined;
    const missing = wanted
      .filter((name) => stated.has(name))
      .sort()
      .map((name) => ({ name, by: containersWithout(pod, name) }))
      .filter(({ by }) => by.length > 0);
    if (missing.length === 0) return undefined;
    return `must specify ${missing.map(({ name, by }) => `${name} for: ${by.join(",")}`).join("; ")}`;
  },
  usage: (pod, now) => ({
    [count]: "1",
    ...(isOver(pod, now) ? {} : computeUsage(withOverhead(pod, "requests"), withOverhead(pod, "limits"))),
  }),
};

/** The limited resources that every container must set. */
const stated: ReadonlySet<string> = new Set(
  ["cpu", "memory"].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
);

function containersWithout(pod: ApiObject, name: string): string[] {
  const containers = ["containers", "initContainers"].flatMap((field) => listAt(pod, "spec", field));
  const without = containers.filter((container) => {
    const { requests, limits } = objectAt(container, "resources") ?? {};
    return !(name in computeUsage(resourcesAt(requests), resourcesAt(limits)));
  });
  return [...new Set(without.map((container) => textAt(container, "name") ?? ""))].sort();
}

function statesResources(pod: ApiObject): boolean {
  return ["requests", "limits"].some((field) =>
    Object.keys(resourcesAt(pod, "spec", "resources", field)).some(
      (name) => name === "cpu" || name === "memory" || name.startsWith("hugepages-"),
    ),
  );
}

function computeUsage(requests: ResourceList, limits: ResourceList): ResourceList {
  const used: Record<string, string> = { [pods.plural]: "1" };
  for (const [name, amount] of Object.entries(requests)) {
    const isLarge = name.startsWith("hugepages-");
    if (computed.includes(name) || isLarge) used[name] = amount;
    if (computed.includes(name) || isLarge || isExtended(`requests.${name}`)) used[`requests.${name}`] = amount;
  }
  for (const [name, amount] of Object.entries(limits)) {
    if (computed.includes(name)) used[`limits.${name}`] = amount;
  }
  return used;
}

/** An extended resource, such as devices: quotas limit only its requests. */
function isExtended(name: string): boolean {
  const [, resource] = /^requests\.(.*)$/.exec(name) ?? [];
  if (resource === undefined) return false;
  const isNative = !resource.includes("/") || resource.includes("kubernetes.io/");
  return !isNative || resource.startsWith("deviceclass.resource.kubernetes.io/");
}

function withOverhead(pod: ApiObject, field: "limits" | "requests"): ResourceList {
  const own = podResources(pod, field);
  const overhead = Object.entries(resourcesAt(pod, "spec", "overhead"));
  const isAdded = (name: string): boolean => field === "requests" || (own[name] ?? "0") !== "0";
  return addResources(own, Object.fromEntries(overhead.filter(([name]) => isAdded(name))));
}

/** Whether a Pod has ended, or has passed its deadline. */
function isOver(pod: ApiObject, now: number): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds } = pod.metadata;
  if (hasEnded(pod)) return true;
  if (deletionTimestamp === undefined || deletionGracePeriodSeconds === undefined) return false;
  return now > Date.parse(deletionTimestamp) + deletionGracePeriodSeconds * 1000;
}

/** Whether a requirement of a quota selects a Pod. */
function isPodInScope(pod: ApiObject, requirement: ScopeRequirement): boolean {
  switch (requirement.scope) {
    case "Terminating":
      return isLimitedInTime(pod);
    case "NotTerminating":
      return !isLimitedInTime(pod);
    case "BestEffort":
      return isBestEffort(pod);
    case "NotBestEffort":
      return !isBestEffort(pod);
    case "PriorityClass": {
      const name = textAt(pod, "spec", "priorityClassName") ?? "";
      return namesClass(name === "" ? [] : [name], requirement);
    }
    case "CrossNamespacePodAffinity":
      return looksElsewhere(pod);
    default:
      return false;
  }
}

/** Whether a Pod has a deadline. */
function isLimitedInTime(pod: ApiObject | undefined): boolean {
  const seconds = objectAt(pod, "spec")?.activeDeadlineSeconds;
  return typeof seconds === "number" && seconds >= 0;
}

function isBestEffort(pod: ApiObject): boolean {
  return textAt(pod, "status", "qosClass") === "BestEffort";
}

/** Whether a Pod has affinity or anti-affinity to Pods of other namespaces. */
function looksElsewhere(pod: ApiObject): boolean {
  return ["podAffinity", "podAntiAffinity"].some((kind) => {
    const affinity = objectAt(pod, "spec", "affinity", kind);
    const terms = [
      ...listAt(affinity, "requiredDuringSchedulingIgnoredDuringExecution"),
      ...listAt(affinity, "preferredDuringSchedulingIgnoredDuringExecution").map((one) =>
        objectAt(one, "podAffinityTerm"),
      ),
    ];
    return terms.some(
      (term) =>
        isJsonObject(term) &&
        (listAt(term, "namespaces").length > 0 || objectAt(term, "namespaceSelector") !== undefined),
    );
  });
}
