import { type Condition, type DeepReadonly, type KubernetesObject, type ResourceKind } from "@capstan/contract";
import { addFinalizer, type Client, patchChanges, Result } from "@capstan/runtime";
import { applyConditions } from "../conditions/apply.ts";
import { pausedCondition, type Pausing } from "../conditions/paused.ts";

interface Conditioned extends KubernetesObject {
  status?: { conditions?: Condition[] };
}

/** The paused object, and when it was observed. */
export interface PausedObject<T extends Conditioned> {
  readonly kind: ResourceKind<T>;
  readonly object: DeepReadonly<T>;
  readonly cluster: Pausing | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Adds the finalizer to a paused object. Otherwise its deletion during the pause would leave behind the objects that it refers to. */
export async function keepFinalizer<T extends KubernetesObject>(
  client: Client,
  kind: ResourceKind<T>,
  object: DeepReadonly<T>,
  finalizer: string,
  signal: AbortSignal,
): Promise<T | DeepReadonly<T>> {
  if (object.metadata.deletionTimestamp !== undefined) return object;
  const after = structuredClone(object) as T;
  after.metadata = addFinalizer(after.metadata, finalizer);
  return (await patchChanges<T>(client, kind, object, after, { signal })).object;
}

/** Reports that an object is paused, and writes nothing else. The end of the pause wakes its controller. */
export async function writePaused<T extends Conditioned>(
  client: Client,
  { kind, object, cluster, now }: PausedObject<T>,
  signal: AbortSignal,
): Promise<Result> {
  const before = object as unknown as Conditioned;
  const paused = pausedCondition(kind.kind, cluster, before);
  const conditions = applyConditions(before.status?.conditions, [paused], now);
  const after = { ...structuredClone(before), status: { ...before.status, conditions } };
  await patchChanges<Conditioned>(client, kind, before, after, { signal });
  return Result.awaitChange();
}
