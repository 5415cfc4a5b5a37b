import { lenientLabelMatcher, listAt, objectAt, textAt, type LabelSelector } from "@capstan/kube";
import { timestamp } from "../clock/clock.ts";
import { type ApiObject } from "../object/api-object.ts";
import { isReady } from "../object/pod.ts";
import { forbidden, StatusError } from "../status/status-error.ts";

const disruptionAllowed = "DisruptionAllowed";

/** The budgets that select a Pod. */
export function budgetsOf(pod: ApiObject, budgets: readonly ApiObject[]): ApiObject[] {
  return budgets.filter((budget) => {
    const selector: LabelSelector | undefined = objectAt(budget, "spec", "selector");
    return lenientLabelMatcher(selector)(pod.metadata.labels);
  });
}

/** A Pod that is not Ready does not count while enough others are Ready. */
export function mayGoUnhealthy(pod: ApiObject, budget: ApiObject): boolean {
  if (isReady(pod)) return false;
  if (textAt(budget, "spec", "unhealthyPodEvictionPolicy") === "AlwaysAllow") return true;
  const { currentHealthy, desiredHealthy } = countsOf(budget);
  return currentHealthy >= desiredHealthy && desiredHealthy > 0;
}

/** @throws StatusError TooManyRequests, Forbidden: the budget allows no disruption. */
export function checkBudget(budget: ApiObject): void {
  const { name, generation = 0 } = budget.metadata;
  const { observedGeneration, disruptionsAllowed } = countsOf(budget);
  if (observedGeneration < generation) {
    throw overBudget(`The disruption budget ${name} is still being processed by the server.`, 10);
  }
  if (disruptionsAllowed < 0) {
    throw forbidden({ group: "policy", name: "poddisruptionbudget" }, name, "pdb disruptions allowed is negative");
  }
  if (disruptionsAllowed === 0) throw overBudget(whyNone(budget));
}

function whyNone(budget: ApiObject): string {
  const { name } = budget.metadata;
  const { currentHealthy, desiredHealthy } = countsOf(budget);
  const condition = listAt(budget, "status", "conditions").find(
    (candidate) => textAt(candidate, "type") === disruptionAllowed && textAt(candidate, "status") === "False",
  );
  const [reason = "", message = ""] = [textAt(condition, "reason"), textAt(condition, "message")];
  const denied = `The disruption budget ${name} does not allow evicting pods currently`;
  if (message !== "" && reason === "SyncFailed") return `${denied} because it failed sync: ${message}`;
  if (currentHealthy <= desiredHealthy) {
    return `The disruption budget ${name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`;
  }
  return message === "" ? denied : `${denied} (${reason}): ${message}`;
}

function overBudget(why: string, retryAfterSeconds?: number): StatusError {
  const message = "Cannot evict pod as it would violate the pod's disruption budget.";
  return new StatusError(429, "TooManyRequests", message, {
    causes: [{ reason: "DisruptionBudget", message: why }],
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}

/** The budget after the disruption of one more Pod. */
export function spent(budget: ApiObject, pod: string, now: number): ApiObject {
  const status = objectAt(budget, "status") ?? {};
  const disruptedPods = { ...objectAt(status, "disruptedPods"), [pod]: timestamp(now) };
  const disruptionsAllowed = countsOf(budget).disruptionsAllowed - 1;
  const conditions = disruptionsAllowed === 0 ? { conditions: exhausted(budget, now) } : {};
  return { ...budget, status: { ...status, disruptedPods, disruptionsAllowed, ...conditions } };
}

function exhausted(budget: ApiObject, now: number): readonly unknown[] {
  const others = listAt(budget, "status", "conditions");
  const index = others.findIndex((condition) => textAt(condition, "type") === disruptionAllowed);
  const isSo = textAt(others[index], "status") === "False";
  const condition = {
    type: disruptionAllowed,
    status: "False",
    observedGeneration: countsOf(budget).observedGeneration,
    reason: "InsufficientPods",
    message: "",
    lastTransitionTime: isSo ? textAt(others[index], "lastTransitionTime") : timestamp(now),
  };
  return index < 0 ? [...others, condition] : others.with(index, condition);
}

function countsOf(budget: ApiObject) {
  const status = objectAt(budget, "status");
  const count = (field: string): number => {
    const value = status?.[field];
    return typeof value === "number" ? value : 0;
  };
  return {
    currentHealthy: count("currentHealthy"),
    desiredHealthy: count("desiredHealthy"),
    disruptionsAllowed: count("disruptionsAllowed"),
    observedGeneration: count("observedGeneration"),
  };
}
