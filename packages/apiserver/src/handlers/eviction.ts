import { isJsonObject, listAt, objectAt, textAt } from "@capstan/kube";
import { type Clock, timestamp } from "../clock/clock.ts";
import { type ApiObject } from "../object/api-object.ts";
import { gracePeriodOf, hasEnded } from "../object/pod.ts";
import { podDisruptionBudgets } from "../registry/built-in/built-ins.ts";
import { storageVersion } from "../registry/resource.ts";
import { StatusError } from "../status/status-error.ts";
import { type Status } from "../status/status.ts";
import { parseBody } from "../decoding/decode.ts";
import { apiServerUser } from "../user/user.ts";
import { admitPart } from "./admit-part.ts";
import { budgetsOf, checkBudget, mayGoUnhealthy, spent } from "./disruption-budget.ts";
import { getStored } from "./read.ts";
import { type ResourceRequest } from "../request/request.ts";
import { readDeleteOptions } from "./delete-options.ts";
import { untilCurrent } from "./write.ts";
import { type WriteContext } from "./write-context.ts";

/** Deletes a Pod if its disruption budget allows it (policy/v1 Eviction). */
export async function evict(context: WriteContext, clock: Clock, request: ResourceRequest): Promise<Status> {
  const given = parseBody(request).value;
  const admitted = await admitPart(context, request, "policy/v1", isJsonObject(given) ? given : {});
  return untilCurrent(() => evictOnce(context, clock, request, admitted));
}

async function evictOnce(
  context: WriteContext,
  clock: Clock,
  request: ResourceRequest,
  given: ApiObject,
): Promise<Status> {
  const { store, deleter } = context;
  const { resource } = request;
  const options = readDeleteOptions(request, objectAt(given, "deleteOptions") ?? {});
  await chargeBudget(context, clock, getStored(store, request), options.dryRun === true);
  // It may have been changed or deleted while its budget was updated.
  const current = getStored(store, request);
  deleter.delete(resource, disrupted(current, clock.now()), {
    ...options,
    gracePeriodSeconds: gracePeriodOf(current, options.gracePeriodSeconds),
  });
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 201 };
}

/** @throws StatusError - the budget of the Pod does not allow it. */
async function chargeBudget(
  { store, writer }: WriteContext,
  clock: Clock,
  pod: ApiObject,
  dryRun: boolean,
): Promise<void> {
  if (needsNoBudget(pod)) return;
  const { namespace, name } = pod.metadata;
  const budgets = budgetsOf(pod, store.collection(podDisruptionBudgets.id).list(namespace));
  if (budgets.length > 1) throw new StatusError(500, "", severalBudgets);
  const [budget] = budgets;
  if (budget === undefined || mayGoUnhealthy(pod, budget)) return;
  checkBudget(budget);
  if (!dryRun) await writer.update(budgetTarget, budget, spent(budget, name, clock.now()));
}

/** The Pod with the condition that explains its removal. */
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
  manager: "kube-apiserver",
  user: apiServerUser,
};

const severalBudgets =
  "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.";

function needsNoBudget(pod: ApiObject): boolean {
  return hasEnded(pod) || textAt(pod, "status", "phase") === "Pending" || pod.metadata.deletionTimestamp !== undefined;
}
