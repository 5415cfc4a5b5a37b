import { type KubernetesObject, type ObjectMeta } from "@capstan/contract";
import { apiVersionOf, definedFields, fieldsOf, isJsonObject, jsonEqual, type JsonObject, parseJson, without } from "@capstan/kube";
import { mergePatch } from "@capstan/runtime";

/** The annotation in which Cluster API keeps what an object's current version has no place for. */
const annotation = "cluster.x-k8s.io/conversion-data";
/** The version whose parts are at the top level of the annotation, where the Go webhook writes and reads them. */
const hub = "v1beta2";
const hubFields = ["apiVersion", "kind", "spec", "status"];

/** `spec` and `status` of an object. */
export interface Parts {
  readonly spec?: unknown;
  readonly status?: unknown;
}

const names = ["spec", "status"] as const;

/** The parts kept for `version` of an object; empty if they are missing or corrupted. */
export function keptParts({ metadata }: KubernetesObject, version: string): Parts {
  const data = dataOf(metadata);
  return partsOf(version === hub ? data : fieldsOf(data[version]));
}

/** Metadata of an object converted from `from` to `to`: keeps these parts for the way back, and drops those of `to`. */
export function metadataWith(object: KubernetesObject, versions: { from: string; to: string }, parts: Parts): ObjectMeta {
  const { from, to } = versions;
  const { metadata, kind } = object;
  const data = dataOf(metadata);
  const left = to === hub ? without(data, ...hubFields) : without(data, to);
  const lost = partsOf(parts);
  const kept = Object.keys(lost).length === 0 ? left : withParts(left, kind, from, lost);
  const annotations = {
    ...without(metadata.annotations ?? {}, annotation),
    ...(Object.keys(kept).length === 0 ? {} : { [annotation]: JSON.stringify(kept) }),
  };
  const changed = { ...metadata, annotations };
  return Object.keys(annotations).length === 0 ? without(changed, "annotations") : changed;
}

function withParts(data: JsonObject, kind: string, version: string, parts: Parts): JsonObject {
  if (version !== hub) return { ...data, [version]: parts };
  return { apiVersion: apiVersionOf({ group: "cluster.x-k8s.io", version }), kind, ...parts, ...data };
}

/** The parts that a round trip does not restore. */
export function lostParts(parts: Parts, back: Parts): Parts {
  return Object.fromEntries(
    names.filter((name) => parts[name] !== undefined && !jsonEqual(parts[name], back[name])).map((name) => [name, parts[name]]),
  );
}

/** What was kept, with the changes that lead from `base` to `now`: field by field, lists as a whole. */
export function withChanges(kept: unknown, base: unknown, now: unknown): unknown {
  if (jsonEqual(base, now)) return kept;
  return applied(kept, mergePatch(fieldsOf(base), fieldsOf(now)));
}

function applied(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  const result = new Map(Object.entries(fieldsOf(target)));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name);
    else result.set(name, applied(result.get(name), value));
  }
  return Object.fromEntries(result);
}

function partsOf(fields: JsonObject | Parts): Parts {
  const { spec, status } = fields;
  return definedFields({ spec, status });
}

/** No schema is deeper; what anyone has written into the annotation may be, and must not keep others from being converted. */
const deepestData = 200;

function dataOf({ annotations }: ObjectMeta): JsonObject {
  try {
    return fieldsOf(parseJson(annotations?.[annotation] ?? "{}", { depth: deepestData }));
  } catch {
    return {};
  }
}
