import {
  annotationBytes,
  apiVersionOf,
  fieldsOf,
  type JsonObject,
  mostAnnotationBytes,
  parseJson,
  without,
} from "@capstan/kube";
import { type DeepReadonly } from "../kubernetes/deep-readonly.ts";
import { type ObjectMeta } from "../kubernetes/object-meta.ts";
import { annotations as names } from "../names/annotations.ts";

/** Parts of an object as a version had them, whole: `spec`, `status`, or both. */
export interface KeptParts {
  /** `spec` of that version. */
  readonly spec?: unknown;
  /** `status` of that version. */
  readonly status?: unknown;
}

/** The storage version, whose parts are where Cluster API's own webhooks write and read them. */
export interface Hub {
  /** The API group of the kind. */
  readonly group: string;
  /** The kind. */
  readonly kind: string;
  /** The name of the version. */
  readonly version: string;
}

/** Metadata that keeps what another version has no place for. */
export interface KeepingMetadata<Metadata> {
  /** The metadata. */
  readonly metadata: Metadata;
  /** What had to be left out, since annotations may not be longer: by version, the parts of {@link KeptParts}. */
  readonly leftOut: readonly (readonly [version: string, part: keyof KeptParts])[];
}

const hubFields = ["apiVersion", "kind", "spec", "status"] as const;

/**
 * What is kept for each version in the annotation `cluster.x-k8s.io/conversion-data`; nothing if it is missing or damaged. For the storage
 * version it is what Cluster API keeps for its own kinds: the object without its metadata. In addition, by name, what other versions
 * have to keep. Any client may have written it.
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
 * The metadata with an annotation that keeps this, or without one if there is nothing to keep. Nothing else may differ between
 * versions of an object.
 *
 * An object whose annotations are longer than the API server admits fails every list that it is in. What does not fit is left out:
 * each `status` before each `spec`, and what comes last in `data` last.
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

/** `spec` and `status`, and nothing else that someone may have written there. */
function partsOf(fields: unknown): KeptParts {
  const { spec, status } = fieldsOf(fields);
  return { ...(spec === undefined ? {} : { spec }), ...(status === undefined ? {} : { status }) };
}

function hasParts(parts: KeptParts): boolean {
  return parts.spec !== undefined || parts.status !== undefined;
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
