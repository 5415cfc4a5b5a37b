import { isJsonObject, jsonEqual } from "@capstan/kube";

type Entry = Readonly<Record<string, unknown>> & { readonly type: string };

/** Lists such as `conditions`, which Kubernetes keys by `type`; `undefined` for any other list. */
function byType(list: unknown): Map<string, Entry> | undefined {
  if (list === undefined) return new Map();
  if (!Array.isArray(list)) return undefined;
  const entries = list.filter((entry): entry is Entry => isJsonObject(entry) && typeof entry.type === "string");
  const keyed = new Map(entries.map((entry) => [entry.type, entry]));
  return keyed.size === list.length ? keyed : undefined;
}

function rebaseList(before: unknown, after: readonly unknown[], latest: unknown): readonly unknown[] | undefined {
  if (jsonEqual(before, latest)) return after;
  const [from, to, now] = [byType(before), byType(after), byType(latest)];
  if (from === undefined || to === undefined || now === undefined) return undefined;
  const merged = new Map(now);
  for (const type of new Set([...from.keys(), ...to.keys()])) {
    const [old, wanted, theirs] = [from.get(type), to.get(type), now.get(type)];
    if (jsonEqual(old, wanted) || jsonEqual(theirs, wanted)) continue;
    if (!jsonEqual(old, theirs)) return undefined;
    if (wanted === undefined) merged.delete(type);
    else merged.set(type, wanted);
  }
  return [...merged.values()];
}

/** Whether a merge patch replaces a list anywhere. */
export function replacesLists(patch: unknown): boolean {
  return Array.isArray(patch) || (isJsonObject(patch) && Object.values(patch).some(replacesLists));
}

/**
 * A merge patch for `latest` with the lists that it replaces computed again: what another writer has put into a list keyed by
 * `type` stays, and what changed from `before` to the patch goes in. Pure.
 *
 * @param before - what the patch was computed from.
 * @returns `undefined` when both changed the same entry, or a list that has no keys.
 */
export function rebaseLists(
  before: unknown,
  patch: Readonly<Record<string, unknown>>,
  latest: unknown,
): Record<string, unknown> | undefined {
  const rebased: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(patch)) {
    const old = isJsonObject(before) ? before[field] : undefined;
    const now = isJsonObject(latest) ? latest[field] : undefined;
    const next = Array.isArray(value)
      ? rebaseList(old, value, now)
      : isJsonObject(value)
        ? rebaseLists(old, value, now)
        : value;
    if (next === undefined) return undefined;
    rebased[field] = next;
  }
  return rebased;
}
