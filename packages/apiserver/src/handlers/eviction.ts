import { isJsonObject, lenientLabelMatcher, listAt, objectAt, textAt, type LabelSelector } from "@capstan/kube";
import { type Clock, timestamp } from "../clock/clock.ts";
import { type ApiObject } from "../object/api-object.ts";
import { gracePeriodOf, hasEnded, isReady } from "../object/pod.ts";
import { podDisruptionBudgets } from "../registry/built-in/built-ins.ts";
import { storageVersion } from "../registry/resource.ts";
import { forbidden, StatusError } from "../status/status-error.ts";
import { type Status } from "../status/status.ts";
import { parseBody } from "../decoding/decode.ts";
import { admitPart } from "./admit-part.ts";
import { getStored } from "./read.ts";
import { type ResourceRequest } from "../request/request.ts";
import { readDeleteOptions } from "./delete-options.ts";
import { untilCurrent } from "./write.ts";
import { type WriteContext } from "./write-context.ts";

/** Deletes a Pod, if its disruption budget allows that (policy/v1 Eviction). */
export async function evict(context: WriteContext, clock: Clock, request: ResourceRequest): Promise<Status> {
  const given = parseBody(request).value;
  const admitted = await admitPart(context, request, "policy/v1", isJsonObject(given) ? given : {});
  return untilCurrent(() => evictOnce(context, clock, request, admitted));
}

async function evictOnce(
  { store, writer, deleter }: WriteContext,
  clock: Clock,
  request: ResourceRequest,
  given: ApiObject,
): Promise<Status> {
  const { resource, info } = request;
  const pod = getStored(store, request);
  const options = readDeleteOptions(request, objectAt(given, "deleteOptions") ?? {});
  if (!needsNoBudget(pod)) {
    const budgets = budgetsOf(pod, store.collection(podDisruptionBudgets.id).list(info.namespace));
    if (budgets.length > 1) throw new StatusError(500, "", severalBudgets);
    const [budget] = budgets;
    if (budget !== undefined && !mayGoUnhealthy(pod, budget)) {
      checkBudget(budget);
      if (options.dryRun !== true) await writer.update(budgetTarget, budget, spent(budget, info.name, clock.now()));
    }
  }
  const disruptedPod = disrupted(pod, clock.now());
  deleter.delete(resource, disruptedPod, {
    ...options,
    gracePeriodSeconds: gracePeriodOf(pod, options.gracePeriodSeconds),
  });
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 201 };
}

/** With the condition that says why the Pod is removed. */
function disrupted(pod: ApiObject, now: number): ApiObject {
  const type = "DisruptionTarget";
  const condition = {
    type,
    status: "True",
    reason: "EvictionByEvictionAPI",
    message: "Eviction API: evicting",
    lastProbeTime: null,
    lastTransitionTime: timestamp(now),
  };
  const others = listAt(pod, "status", "conditions").filter((candidate) => textAt(candidate, "type") !== type);
  return { ...pod, status: { ...objectAt(pod, "status"), conditions: [...others, condition] } };
}

const budgetTarget = {
  resource: podDisruptionBudgets,
  version: storageVersion(podDisruptionBudgets),
  subresource: "status",
};

const severalBudgets =
  "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.";

function needsNoBudget(pod: ApiObject): boolean {
  return hasEnded(pod) || textAt(pod, "status", "phase") === "Pending" || pod.metadata.deletionTimestamp !== undefined;
}

function budgetsOf(pod: ApiObject, budgets: readonly ApiObject[]): ApiObject[] {
  return budgets.filter((budget) => {
    const selector: LabelSelector | undefined = objectAt(budget, "spec", "selector");
    return lenientLabelMatcher(selector)(pod.metadata.labels);
  });
}

/** A Pod that is not Ready does not count while enough others are Ready. */
function mayGoUnhealthy(pod: ApiObject, budget: ApiObject): boolean {
  if (isReady(pod)) return false;
  if (textAt(budget, "spec", "unhealthyPodEvictionPolicy") === "AlwaysAllow") return true;
  const { currentHealthy, desiredHealthy } = countsOf(budget);
  return currentHealthy >= desiredHealthy && desiredHealthy > 0;
}

/** @throws StatusError TooManyRequests, Forbidden. */
function checkBudget(budget: ApiObject): void {
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
    (candidate) => textAt(candidate, "type") === "DisruptionAllowed" && textAt(candidate, "status") === "False",
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

function spent(budget: ApiObject, pod: string, now: number): ApiObject {
  const { disruptionsAllowed } = countsOf(budget);
  const status = objectAt(budget, "status") ?? {};
  const disruptedPods = { ...objectAt(status, "disruptedPods"), [pod]: timestamp(now) };
  return { ...budget, status: { ...status, disruptedPods, disruptionsAllowed: disruptionsAllowed - 1 } };
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
