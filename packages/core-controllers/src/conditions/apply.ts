import { type Condition, type DeepReadonly, type NewCondition, setCondition } from "@capstan/contract";

/**
 * Merges conditions into a list. Conditions of other writers are unchanged, and `lastTransitionTime` changes only with the status.
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

/** Formats a time as Kubernetes stores it, in whole seconds. */
export function rfc3339(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, "Z");
}
