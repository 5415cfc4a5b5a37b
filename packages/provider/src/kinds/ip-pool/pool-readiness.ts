import { conditionTypes, getCondition } from "@capstan/contract";
import type { CachedObject } from "../../object/stored-object.ts";

/** Why a pool serves no claim that has no address yet, as the rest of a sentence; undefined if it does. Pure. */
export function whyNotServing(pool: CachedObject): string | undefined {
  const { deletionTimestamp, generation = 0 } = pool.metadata;
  if (deletionTimestamp !== undefined) return "is being deleted";
  const ready = getCondition(pool as Parameters<typeof getCondition>[0], conditionTypes.ready);
  const isChecked = ready !== undefined && (ready.observedGeneration ?? 0) >= generation;
  if (!isChecked) return "has not been checked since its last change";
  if (ready.status !== "False") return undefined;
  return `is not ready: ${ready.message === "" ? ready.reason : ready.message}`;
}
