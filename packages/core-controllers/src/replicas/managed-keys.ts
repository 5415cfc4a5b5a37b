import { type DeepReadonly, type ObjectMeta } from "@capstan/contract";

/** The two maps of metadata. */
export type MetadataMap = "labels" | "annotations";

/**
 * The labels or annotations that were set by whoever set the label `markedBy`. What is among them and no longer wanted
 * can be taken away without touching what others have put there.
 *
 * As the server records it in `metadata.managedFields`; nothing where it does not.
 */
export function managedKeys(metadata: DeepReadonly<ObjectMeta>, map: MetadataMap, markedBy: string): Set<string> {
  const entries = (metadata.managedFields ?? []).map(fieldsOf);
  const ours = entries.filter((fields) => keysOf(fields, "labels").includes(markedBy));
  return new Set(ours.flatMap((fields) => keysOf(fields, map)));
}

function fieldsOf(entry: unknown): unknown {
  return child(entry, "fieldsV1");
}

function keysOf(fields: unknown, map: MetadataMap): string[] {
  const set = child(child(fields, "f:metadata"), `f:${map}`);
  if (typeof set !== "object" || set === null) return [];
  return Object.keys(set).flatMap((key) => (key.startsWith("f:") ? [key.slice(2)] : []));
}

function child(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
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
