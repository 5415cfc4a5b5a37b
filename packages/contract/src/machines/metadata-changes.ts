import { type DeepReadonly } from "../kubernetes/deep-readonly.ts";
import { type ObjectMeta } from "../kubernetes/object-meta.ts";

/** Changed labels and annotations, as a merge patch of `metadata`: null removes a key. */
export type MetadataChanges = Readonly<
  Partial<Record<"labels" | "annotations", Readonly<Record<string, string | null>>>>
>;

/**
 * The changes to the labels and annotations of a Machine, which the objects behind it get, too. Pure.
 *
 * @returns undefined if they are equal.
 * @see https://cluster-api.sigs.k8s.io/reference/api/metadata-propagation
 */
export function metadataChanges(
  before: DeepReadonly<ObjectMeta>,
  after: DeepReadonly<ObjectMeta>,
): MetadataChanges | undefined {
  const changed = (["labels", "annotations"] as const).flatMap((map) => {
    const [from, to] = [before[map] ?? {}, after[map] ?? {}];
    const removed = Object.keys(from).filter((key) => !(key in to));
    const set = Object.entries(to).filter(([key, value]) => from[key] !== value);
    const changes = Object.fromEntries([...removed.map((key) => [key, null] as const), ...set]);
    return Object.keys(changes).length === 0 ? [] : [[map, changes] as const];
  });
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}
