import { objectAt } from "@capstan/kube";
import { type DeepReadonly } from "../kubernetes/deep-readonly.ts";
import { type ObjectMeta } from "../kubernetes/object-meta.ts";

/** The names of the two maps in metadata. */
type MetadataMap = "labels" | "annotations";

/**
 * The labels or annotations with the same field manager as the label `markedBy`. Those that are no longer desired can be removed without
 * affecting other writers.
 *
 * Read from the server's record in `metadata.managedFields`; empty without a record.
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

/** `current` with everything in `wanted`, and without the keys in `managed` that are not wanted. */
export function nextMap(
  current: Readonly<Record<string, string>> | undefined,
  wanted: Readonly<Record<string, string>>,
  managed: ReadonlySet<string>,
): Record<string, string> {
  const kept = Object.entries(current ?? {}).filter(([key]) => !managed.has(key));
  return { ...Object.fromEntries(kept), ...wanted };
}
