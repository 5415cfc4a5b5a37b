import { type Condition, conditionTypes, type DeepReadonly, isPaused, type KubernetesObject } from "@capstan/contract";
import { fieldsOf, groupOfApiVersion } from "@capstan/kube";
import { activitiesOf } from "./activities.ts";
import { type AnyCondition, conditionsOf, errorsOf, summaryOf, waitsOf } from "./conditions.ts";
import type { DescribedObject } from "./described-object.ts";
import type { ObservedReference, Reference } from "./observed-cluster.ts";

/** The name of an object for messages: `MockMachine w-1`. */
export function nameOf({ kind, name }: { readonly kind: string; readonly name: string }): string {
  return `${kind} ${name}`;
}

/** Describes an object by its own reports. */
export function describeObject(
  object: DeepReadonly<KubernetesObject> & { readonly status?: unknown },
): DescribedObject {
  const { apiVersion, kind, metadata } = object;
  const conditions = conditionsOf(object);
  const summary = summaryOf(conditions);
  const { phase } = fieldsOf(object.status);
  const name = nameOf({ kind, name: metadata.name });
  const paused = conditions.find(({ type, status }) => type === conditionTypes.paused && status === "True");
  return {
    apiGroup: groupOfApiVersion(apiVersion),
    kind,
    name: metadata.name,
    ...(typeof phase === "string" ? { phase } : {}),
    ...(summary === undefined ? {} : { summary: plain(summary) }),
    ...(metadata.creationTimestamp === undefined ? {} : { created: metadata.creationTimestamp }),
    ...(metadata.deletionTimestamp === undefined ? {} : { deleted: metadata.deletionTimestamp }),
    paused: isPaused(undefined, object) || paused !== undefined,
    ...(paused === undefined ? {} : { pausedSince: paused.lastTransitionTime }),
    activities: activitiesOf(conditions),
    waitsFor: waitsOf(name, conditions),
    errors: errorsOf(name, object, conditions),
    conditions: conditions.map(plain),
    children: [],
  };
}

/** Describes the object behind a reference, or reports that it is missing. */
export function describeReference(reference: Reference, role: string, observed: ObservedReference): DescribedObject {
  if (observed.state === "found") return { ...describeObject(observed.object), role };
  const message = observed.state === "missing" ? `${nameOf(reference)} does not exist; create it` : observed.message;
  const reason = observed.state === "missing" ? "ObjectDoesNotExist" : "KindUnusable";
  return {
    apiGroup: reference.apiGroup,
    kind: reference.kind,
    name: reference.name,
    role,
    paused: false,
    activities: [],
    waitsFor: [],
    errors: [{ origin: nameOf(reference), reason, message }],
    conditions: [],
    children: [],
  };
}

function plain({ type, status, lastTransitionTime, reason, message }: AnyCondition): Condition {
  return { type, status, lastTransitionTime, reason, message };
}
