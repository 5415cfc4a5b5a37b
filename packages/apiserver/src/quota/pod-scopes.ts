import { isJsonObject, listAt, objectAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { namesClass } from "./evaluator.ts";
import { type ScopeRequirement } from "./quota.ts";

/** Whether a requirement of a quota selects a Pod. */
export function isPodInScope(pod: ApiObject, requirement: ScopeRequirement): boolean {
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
export function isLimitedInTime(pod: ApiObject | undefined): boolean {
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
