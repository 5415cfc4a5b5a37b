import { apiVersionOf, fieldsOf, type JsonObject, parseJson, without } from "@capstan/kube";
import { type DeepReadonly, type ObjectMeta } from "@capstan/contract";

/** The annotation that keeps what an object's present version has no place for. */
const conversionDataAnnotation = "cluster.x-k8s.io/conversion-data";

/** How much of the storage version is kept in the annotation; see `DefinitionOptions.conversionData`. */
export type ConversionData = "lost" | "whole";

/** Parts of an object as a version had them, whole: `spec`, `status`, or both. */
export interface KeptParts {
  readonly spec?: unknown;
  readonly status?: unknown;
}

/** The storage version, whose parts are where Cluster API's own webhooks write and read them. */
export interface Hub {
  readonly group: string;
  readonly kind: string;
  /** Its name. */
  readonly version: string;
}

const hubFields = ["apiVersion", "kind", "spec", "status"] as const;

/**
 * What is kept for each version; nothing if the annotation is missing or damaged. For the storage version it is what Cluster API
 * keeps for its own kinds: the object without its metadata. In addition, by name, what other versions have to keep.
 */
export function readConversionData(
  metadata: DeepReadonly<Partial<ObjectMeta>>,
  hub: Hub,
): ReadonlyMap<string, KeptParts> {
  const text = metadata.annotations?.[conversionDataAnnotation];
  if (text === undefined) return new Map();
  const { apiVersion, kind, spec, status, ...others } = parse(text);
  const data = new Map<string, KeptParts>(Object.entries(others).map(([name, parts]) => [name, fieldsOf(parts)]));
  data.delete(hub.version);
  const isOfHub =
    (kind === undefined || kind === hub.kind) && (apiVersion === undefined || apiVersion === versionOf(hub));
  const parts = { ...(spec === undefined ? {} : { spec }), ...(status === undefined ? {} : { status }) };
  if (isOfHub && Object.keys(parts).length > 0) data.set(hub.version, parts);
  return data;
}

/**
 * The metadata with an annotation that keeps this, or without one if there is nothing to keep. Nothing else may differ between
 * versions of an object.
 */
export function withConversionData<Metadata extends DeepReadonly<Partial<ObjectMeta>>>(
  metadata: Metadata,
  data: ReadonlyMap<string, KeptParts>,
  hub: Hub,
): Metadata {
  const { [conversionDataAnnotation]: previous, ...others } = metadata.annotations ?? {};
  const used = [...data].filter(([, parts]) => "spec" in parts || "status" in parts);
  if (used.length === 0 && previous === undefined) return metadata;
  const annotations =
    used.length === 0 ? others : { ...others, [conversionDataAnnotation]: JSON.stringify(kept(new Map(used), hub)) };
  const rest = without(metadata, "annotations");
  return (Object.keys(annotations).length === 0 ? rest : { ...rest, annotations }) as unknown as Metadata;
}

function kept(data: ReadonlyMap<string, KeptParts>, hub: Hub): JsonObject {
  const parts = data.get(hub.version);
  const others = [...data].filter(([name]) => name !== hub.version && !(hubFields as readonly string[]).includes(name));
  return {
    ...(parts === undefined ? {} : { apiVersion: versionOf(hub), kind: hub.kind, ...parts }),
    ...Object.fromEntries(others.toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function versionOf({ group, version }: Hub): string {
  return apiVersionOf({ group, version });
}

/** No schema is deeper; what anyone has written into the annotation may be, and must not keep others from being converted. */
const deepestData = 200;

function parse(text: string): JsonObject {
  try {
    return fieldsOf(parseJson(text, { depth: deepestData }));
  } catch {
    return {};
  }
}
