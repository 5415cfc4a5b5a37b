import { type DeepReadonly, type ObjectMeta } from "@capstan/contract";
import { objectAt } from "@capstan/kube";

/** The two maps of metadata. */
export type MetadataMap = "labels" | "annotations";

/**
 * The labels or annotations that were set by whoever set the label `markedBy`. What is among them and no longer wanted
 * can be taken away without touching what others have put there.
 *
 * As the server records it in `metadata.managedFields`; nothing where it does not.
 */
export function managedKeys(metadata: DeepReadonly<ObjectMeta>, map: MetadataMap, markedBy: string): Set<string> {
  const entries = (metadata.managedFields ?? []).map(ownedFields);
  const ours = entries.filter((fields) => keysOf(fields, "labels").includes(markedBy));
  return new Set(ours.flatMap((fields) => keysOf(fields, map)));
}

function ownedFields(entry: unknown): unknown {
  return objectAt(entry, "fieldsV1");
}

function keysOf(fields: unknown, map: MetadataMap): string[] {
  const set = objectAt(fields, "f:metadata", `f:${map}`);
  return Object.keys(set ?? {}).flatMap((key) => (key.startsWith("f:") ? [key.slice(2)] : []));
}

/** `current` with everything of `wanted`, and without what is in `managed` and not wanted. */
export function nextMap(
  current: Readonly<Record<string, string>> | undefined,
  wanted: Readonly<Record<string, string>>,
  managed: ReadonlySet<string>,
): Record<string, string> {
  const kept = Object.entries(current ?? {}).filter(([key]) => !managed.has(key) || key in wanted);
  return { ...Object.fromEntries(kept), ...wanted };
}
