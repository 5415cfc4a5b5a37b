import { type Condition, type DeepReadonly, type NewCondition, setCondition } from "@capstan/contract";

/**
 * Puts conditions into a list. Conditions of other writers stay as they are, and `lastTransitionTime` changes only when the status
 * does.
 *
 * @param now - milliseconds since the epoch.
 */
export function applyConditions(
  current: readonly DeepReadonly<Condition>[] | undefined,
  drafts: readonly NewCondition[],
  now: number,
): Condition[] {
  const time = rfc3339(now);
  return drafts.reduce<Condition[]>(
    (conditions, draft) => setCondition(conditions, draft, time),
    (current ?? []).map((condition) => ({ ...condition })),
  );
}

/** A time as Kubernetes stores it: seconds are the finest unit. */
export function rfc3339(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, "Z");
}
