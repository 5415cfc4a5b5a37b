import {
  annotationBytes,
  apiVersionOf,
  definedFields,
  fieldsOf,
  type JsonObject,
  mostAnnotationBytes,
  parseJson,
  without,
} from "@capstan/kube";
import { type DeepReadonly } from "../kubernetes/deep-readonly.ts";
import { type ObjectMeta } from "../kubernetes/object-meta.ts";
import { annotations as names } from "../names/annotations.ts";

/** Complete parts of an object in a version: `spec`, `status`, or both. */
export interface KeptParts {
  /** `spec` of that version. */
  readonly spec?: unknown;
  /** `status` of that version. */
  readonly status?: unknown;
}

/** The storage version. Its parts have the place in the annotation where Cluster API's own webhooks write and read them. */
export interface Hub {
  /** The API group of the kind. */
  readonly group: string;
  /** The kind. */
  readonly kind: string;
  /** The name of the version. */
  readonly version: string;
}

/** Metadata with the annotation that keeps values for other versions. */
export interface KeepingMetadata<Metadata> {
  /** The metadata. */
  readonly metadata: Metadata;
  /** Parts that were omitted because annotations have a size limit: by version, the parts of {@link KeptParts}. */
  readonly leftOut: readonly (readonly [version: string, part: keyof KeptParts])[];
}

const hubFields = ["apiVersion", "kind", "spec", "status"] as const;

/**
 * Reads the kept parts of each version from the annotation `cluster.x-k8s.io/conversion-data`; empty if the annotation is missing or
 * invalid. For the storage version it has the format of Cluster API for its own kinds: the object without its metadata. The parts of other
 * versions are stored by name in addition. Any client may have written the annotation.
 */
export function readConversionData(
  metadata: DeepReadonly<Partial<ObjectMeta>>,
  hub: Hub,
): ReadonlyMap<string, KeptParts> {
  const text = metadata.annotations?.[names.conversionData];
  if (text === undefined) return new Map();
  const { apiVersion, kind, spec, status, ...others } = parse(text);
  const data = new Map<string, KeptParts>(Object.entries(others).map(([name, parts]) => [name, partsOf(parts)]));
  data.delete(hub.version);
  const isOfHub =
    (kind === undefined || kind === hub.kind) && (apiVersion === undefined || apiVersion === apiVersionOf(hub));
  const parts = partsOf({ spec, status });
  if (isOfHub && hasParts(parts)) data.set(hub.version, parts);
  return data;
}

/**
 * Sets the annotation to these parts, or removes it if there are no parts. No other metadata may differ between versions of an object.
 *
 * An object whose annotations exceed the limit of the API server fails every list that contains it, so parts that do not fit are omitted:
 * each `status` before each `spec`, and the last entries of `data` last.
 */
export function withConversionData<Metadata extends DeepReadonly<Partial<ObjectMeta>>>(
  metadata: Metadata,
  data: ReadonlyMap<string, KeptParts>,
  hub: Hub,
): KeepingMetadata<Metadata> {
  const { [names.conversionData]: previous, ...others } = metadata.annotations ?? {};
  const kept = new Map([...data].filter(([, parts]) => hasParts(parts)));
  if (kept.size === 0 && previous === undefined) return { metadata, leftOut: [] };
  const leftOut: (readonly [string, keyof KeptParts])[] = [];
  const droppable = (["status", "spec"] as const).flatMap((part) =>
    [...kept].flatMap(([version, parts]) => (parts[part] === undefined ? [] : [[version, part] as const])),
  );
  let annotations = withText(others, kept, hub);
  for (const dropped of droppable) {
    if (annotationBytes(annotations) <= mostAnnotationBytes) break;
    const [version, part] = dropped;
    const rest = without(kept.get(version) ?? {}, part);
    if (hasParts(rest)) kept.set(version, rest);
    else kept.delete(version);
    leftOut.push(dropped);
    annotations = withText(others, kept, hub);
  }
  const rest = without(metadata, "annotations");
  const changed = Object.keys(annotations).length === 0 ? rest : { ...rest, annotations };
  return { metadata: changed as unknown as Metadata, leftOut };
}

function withText(
  others: Readonly<Record<string, string>>,
  data: ReadonlyMap<string, KeptParts>,
  hub: Hub,
): Readonly<Record<string, string>> {
  return data.size === 0 ? others : { ...others, [names.conversionData]: JSON.stringify(fieldsFor(data, hub)) };
}

function fieldsFor(data: ReadonlyMap<string, KeptParts>, hub: Hub): JsonObject {
  const parts = data.get(hub.version);
  const others = [...data].filter(([name]) => name !== hub.version && !(hubFields as readonly string[]).includes(name));
  return {
    ...(parts === undefined ? {} : { apiVersion: apiVersionOf(hub), kind: hub.kind, ...parts }),
    ...Object.fromEntries(others.toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** The parts of an object, without its other fields, and without those that are undefined. */
export function partsOf(fields: unknown): KeptParts {
  const { spec, status } = fieldsOf(fields);
  return definedFields({ spec, status });
}

function hasParts(parts: KeptParts): boolean {
  return parts.spec !== undefined || parts.status !== undefined;
}

/**
 * Deeper than any schema. A client may have written deeper data into the annotation, which must not break the conversion of other objects.
 */
const deepestData = 200;

function parse(text: string): JsonObject {
  try {
    return fieldsOf(parseJson(text, { depth: deepestData }));
  } catch {
    return {};
  }
}
