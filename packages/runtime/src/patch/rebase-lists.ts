import { isJsonObject, jsonEqual } from "@capstan/kube";

type Entry = Readonly<Record<string, unknown>> & { readonly type: string };

/** The entries of a list that Kubernetes keys by `type`, such as `conditions`; `undefined` for any other list. */
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

/** Whether a merge patch replaces a list at any depth. */
export function replacesLists(patch: unknown): boolean {
  return Array.isArray(patch) || (isJsonObject(patch) && Object.values(patch).some(replacesLists));
}

/**
 * Rebases the lists of a merge patch on `latest`: in lists keyed by `type`, changes of other writers stay, and the changes from `before` to
 * the patch are added. Pure.
 *
 * @param before - the object that the patch was computed from.
 * @returns `undefined` when both changed the same entry, or a list without keys.
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
