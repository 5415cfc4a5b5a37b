import { listAt, objectAt, textAt } from "@capstan/kube";
import { type ApiObject } from "./api-object.ts";

const defaultGraceSeconds = 30;

/** The grace period of a deleted Pod: 0 if no kubelet runs it, or if it has already ended. */
export function gracePeriodOf(pod: ApiObject, asked: number | undefined): number {
  const isAssigned = (textAt(pod, "spec", "nodeName") ?? "") !== "";
  if (!isAssigned || hasEnded(pod)) return 0;
  const own = objectAt(pod, "spec")?.terminationGracePeriodSeconds;
  return Math.max(0, asked ?? (typeof own === "number" ? own : defaultGraceSeconds));
}

/** Whether a Pod has succeeded or failed. */
export function hasEnded(pod: ApiObject): boolean {
  return ["Succeeded", "Failed"].includes(textAt(pod, "status", "phase") ?? "");
}

/** Whether a Pod's condition Ready is True. */
export function isReady(pod: ApiObject): boolean {
  return listAt(pod, "status", "conditions").some(
    (condition) => textAt(condition, "type") === "Ready" && textAt(condition, "status") === "True",
  );
}
