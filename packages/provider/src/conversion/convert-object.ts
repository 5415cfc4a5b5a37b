import { type KubernetesObject, type ProviderRole } from "@capstan/contract";
import { apiVersionOf, fieldsOf, jsonEqual } from "@capstan/kube";
import { describeRef, refOf } from "@capstan/runtime";
import type { DefinedVersion } from "../definition/defined-version.ts";
import type { OpaqueConversion } from "./author-conversion.ts";
import { type ConversionData, type KeptParts, readConversionData, withConversionData } from "./conversion-data.ts";
import { ConversionError } from "./conversion-error.ts";
import { convertParts, convertTemplateParts, type Step } from "./convert-parts.ts";
import { fittingParts } from "./fitting-parts.ts";
import { type MergeSchema, threeWayMerge } from "./three-way-merge.ts";

/** What is needed to convert the objects of a kind and of its Template. */
export interface ConvertedKind {
  /** Undefined for a kind that core does not know. */
  readonly role: ProviderRole | undefined;
  readonly group: string;
  readonly kind: string;
  readonly versions: readonly DefinedVersion[];
  readonly conversionData: ConversionData;
  /** The author's, by version. */
  readonly conversions: Readonly<Record<string, OpaqueConversion | undefined>>;
}

/**
 * The object in another version, by way of the storage version. What the other version has no place for is kept in an annotation,
 * and restored on the way back: unless it was changed in between, an object is the same after any round trip.
 *
 * @throws {@link ConversionError} no such kind or version, or a conversion of the author's failed.
 */
export function convertObject(
  definition: ConvertedKind,
  object: KubernetesObject,
  apiVersion: string,
): KubernetesObject {
  if (object.kind !== definition.kind && object.kind !== `${definition.kind}Template`) {
    throw new ConversionError(`${object.kind} is neither ${definition.kind} nor its Template`, {
      object: refOf(object),
    });
  }
  const from = versionOf(definition, object.apiVersion, object);
  const to = versionOf(definition, apiVersion, object);
  if (from === to) return object;
  if (from.storage || to.storage) return convertStep(definition, object, from, to);
  const stored = definition.versions.find(({ storage }) => storage) ?? to;
  return convertStep(definition, convertStep(definition, object, from, stored), stored, to);
}

function convertStep(
  definition: ConvertedKind,
  object: KubernetesObject,
  from: DefinedVersion,
  to: DefinedVersion,
): KubernetesObject {
  const conversion = definition.conversions[from.storage ? to.name : from.name] ?? {};
  const ref = refOf(object);
  const failure: Step["failure"] = (why, options) => {
    const message = `${describeRef(ref)} cannot be converted from ${from.name} to ${to.name}: ${why}`;
    return new ConversionError(message, { object: ref, ...options });
  };
  const there: Step = { role: definition.role, from, to, conversion, failure };
  const back: Step = { ...there, from: to, to: from };
  const isTemplate = object.kind !== definition.kind;
  const convert = isTemplate ? convertTemplateParts : convertParts;
  const hub = { group: definition.group, kind: object.kind, version: (from.storage ? from : to).name };
  const data = new Map(readConversionData(object.metadata, hub));
  const { kind, metadata, spec, status } = object as KubernetesObject & KeptParts;
  const parts = { ...(spec === undefined ? {} : { spec }), ...(status === undefined ? {} : { status }) };
  const plain = convert(parts, there);
  const converted = restored(plain, data.get(to.name), (kept) => convert(convert(kept, back), there), to, isTemplate);
  data.delete(to.name);
  const isKeptWhole = from.storage && definition.conversionData === "whole";
  data.set(from.name, isKeptWhole ? parts : lostParts(parts, convert(converted, back)));
  return {
    apiVersion: apiVersionOf({ group: definition.group, version: to.name }),
    kind,
    metadata: withConversionData(metadata, data, hub),
    ...converted,
  };
}

/** What was kept, with the changes that were made since in the other version. */
function restored(
  plain: KeptParts,
  kept: KeptParts | undefined,
  thereAgain: (kept: KeptParts) => KeptParts,
  version: DefinedVersion,
  isTemplate: boolean,
): KeptParts {
  const fitting = kept === undefined ? {} : fittingParts(kept, version, isTemplate);
  if (Object.keys(fitting).length === 0) return plain;
  try {
    const base = thereAgain({ ...plain, ...fitting });
    const merge = (name: "spec" | "status"): KeptParts => {
      const schema = mergeSchema(version, name, isTemplate);
      const merged = name in fitting ? threeWayMerge(fitting[name], base[name], plain[name], schema) : plain[name];
      return merged === undefined ? {} : { [name]: merged };
    };
    return { ...merge("spec"), ...merge("status") };
  } catch {
    // Any client may write annotations: one that makes no sense must not keep the object from being read.
    return plain;
  }
}

/** The parts that do not come back as they were. */
function lostParts(parts: KeptParts, back: KeptParts): KeptParts {
  return Object.fromEntries(Object.entries(parts).filter(([name, part]) => !jsonEqual(part, fieldsOf(back)[name])));
}

/** Conditions have one item per type under either contract, though the schema of v1beta1 does not say so. */
function mergeSchema({ schemas }: DefinedVersion, name: "spec" | "status", isTemplate: boolean): MergeSchema {
  const properties = schemas[name].properties as Readonly<Record<string, MergeSchema>>;
  // A Template has the fields of a spec that are the author's, and no others.
  if (isTemplate) return { properties: { template: { properties: { spec: { properties } } } } };
  if (name === "spec") return { properties };
  const conditions = { ...properties.conditions, "x-kubernetes-list-map-keys": ["type"] };
  return { properties: { ...properties, conditions } };
}

function versionOf(
  { group, kind, versions }: ConvertedKind,
  apiVersion: string,
  object: KubernetesObject,
): DefinedVersion {
  const version = versions.find(({ name }) => apiVersionOf({ group, version: name }) === apiVersion);
  if (version !== undefined) return version;
  const known = versions.map(({ name }) => name).join(", ");
  throw new ConversionError(`${kind} has versions ${known} of ${group}, but not ${apiVersion}`, {
    object: refOf(object),
  });
}
