import { jsonEqual, type JsonObject, listAt, objectAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { pods, runtimeClasses } from "../registry/built-in/built-ins.ts";
import { resourceName } from "../registry/resource.ts";
import { forbidden } from "../status/status-error.ts";
import { type Store } from "../store/store.ts";
import { type Attributes } from "./attributes.ts";

/**
 * Applies the admission plugin RuntimeClass to a write: a new Pod gets the overhead and the scheduling of its class.
 *
 * @throws StatusError Forbidden: the class does not exist, or the Pod contradicts it.
 */
export function withRuntimeClass(store: Store, attributes: Attributes): Attributes {
  const { operation, target, object } = attributes;
  const isNewPod = target.resource.id === pods.id && operation === "CREATE" && target.subresource === undefined;
  const spec = objectAt(object, "spec");
  const name = textAt(spec, "runtimeClassName");
  if (!isNewPod || object === undefined || spec === undefined) return attributes;
  const runtimeClass = name === undefined ? undefined : store.get(runtimeClasses.id, "", name);
  const refusal = refusalOf(spec, name, runtimeClass);
  if (refusal !== undefined) throw forbidden(resourceName(pods), attributes.name, refusal);
  return runtimeClass === undefined
    ? attributes
    : { ...attributes, object: { ...object, spec: specOf(spec, runtimeClass) } };
}

function refusalOf(spec: JsonObject, name: string | undefined, runtimeClass?: ApiObject): string | undefined {
  if (name !== undefined && runtimeClass === undefined) return `pod rejected: RuntimeClass "${name}" not found`;
  const overhead = objectAt(runtimeClass, "overhead");
  const own = objectAt(spec, "overhead");
  if (overhead === undefined && own !== undefined) {
    return "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead";
  }
  const isOther = Object.keys(own ?? {}).length > 0 && !jsonEqual(own, objectAt(overhead, "podFixed"));
  if (isOther) return "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";
  return conflictOf(objectAt(spec, "nodeSelector"), objectAt(runtimeClass, "scheduling", "nodeSelector"));
}

function conflictOf(own: JsonObject = {}, stated: JsonObject = {}): string | undefined {
  const key = Object.keys(stated).find((one) => Object.hasOwn(own, one) && own[one] !== stated[one]);
  if (key === undefined) return undefined;
  const field = `nodeSelector[${key}]`;
  return `conflict: runtimeClass.scheduling.${field} = ${String(stated[key])}; pod.spec.${field} = ${String(own[key])}`;
}

function specOf(spec: JsonObject, runtimeClass: ApiObject): JsonObject {
  const overhead = objectAt(runtimeClass, "overhead", "podFixed");
  const nodeSelector = { ...objectAt(spec, "nodeSelector"), ...objectAt(runtimeClass, "scheduling", "nodeSelector") };
  const tolerations = merged([...listAt(spec, "tolerations"), ...listAt(runtimeClass, "scheduling", "tolerations")]);
  return {
    ...spec,
    ...(overhead === undefined ? {} : { overhead }),
    ...(Object.keys(nodeSelector).length === 0 ? {} : { nodeSelector }),
    ...(tolerations.length === 0 ? {} : { tolerations }),
  };
}

/** Removes tolerations that another one covers; of equal ones, the first is kept. */
function merged(all: readonly unknown[]): unknown[] {
  const kept: unknown[] = [];
  for (const [index, one] of all.entries()) {
    const isCovered =
      kept.some((other) => covers(other, one)) ||
      all.slice(index + 1).some((other) => !jsonEqual(one, other) && covers(other, one));
    if (!isCovered) kept.push(one);
  }
  return kept;
}

function covers(wide: unknown, one: unknown): boolean {
  if (jsonEqual(wide, one)) return true;
  const [key, effect, operator, value] = ["key", "effect", "operator", "value"].map((field) => ({
    wide: textAt(wide, field) ?? "",
    one: textAt(one, field) ?? "",
  })) as [Pair, Pair, Pair, Pair];
  const isEvery = key.wide === "" && operator.wide === "Exists";
  if (key.wide !== key.one && !isEvery) return false;
  if (effect.wide !== effect.one && effect.wide !== "") return false;
  if (effect.wide === "NoExecute" && secondsOf(one) > secondsOf(wide)) return false;
  return operator.wide === "Exists" || (operator.one === "Equal" && value.wide === value.one);
}

interface Pair {
  readonly wide: string;
  readonly one: string;
}

/** How long a Pod tolerates a taint; forever by default. */
function secondsOf(toleration: unknown): number {
  const seconds = (toleration as JsonObject).tolerationSeconds;
  return typeof seconds === "number" ? seconds : Infinity;
}
