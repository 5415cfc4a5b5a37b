import type { DeepReadonly, ObjectMeta } from "@capstan/contract";
import { type Fields, fieldsOf } from "../lifecycle/stored-object.ts";
import { without } from "./without.ts";

/**
 * The annotation that keeps, by version, what an object's present version has no place for. Cluster API keeps the same there
 * for its own kinds.
 */
export const conversionDataAnnotation = "cluster.x-k8s.io/conversion-data";

/** Parts of an object as a version had them, whole: `spec`, `status`, or both. */
export interface KeptParts {
  readonly spec?: unknown;
  readonly status?: unknown;
}

/** What is kept for each version; nothing if the annotation is missing or somebody has spoilt it. */
export function readConversionData(metadata: DeepReadonly<Partial<ObjectMeta>>): ReadonlyMap<string, KeptParts> {
  const text = metadata.annotations?.[conversionDataAnnotation];
  if (text === undefined) return new Map();
  return new Map(Object.entries(parse(text)).map(([version, parts]) => [version, fieldsOf(parts)]));
}

/** The metadata with this kept, and no annotation if nothing is. Nothing else may differ between versions of an object. */
export function withConversionData<Metadata extends DeepReadonly<Partial<ObjectMeta>>>(
  metadata: Metadata,
  data: ReadonlyMap<string, KeptParts>,
): Metadata {
  const { [conversionDataAnnotation]: previous, ...others } = metadata.annotations ?? {};
  const used = [...data].filter(([, parts]) => "spec" in parts || "status" in parts);
  if (used.length === 0 && previous === undefined) return metadata;
  const sorted = used.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const annotations =
    used.length === 0 ? others : { ...others, [conversionDataAnnotation]: JSON.stringify(Object.fromEntries(sorted)) };
  const rest = without(metadata, "annotations");
  return (Object.keys(annotations).length === 0 ? rest : { ...rest, annotations }) as unknown as Metadata;
}

function parse(text: string): Fields {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return {};
  }
}
