import {
  type ConversionLoss,
  type ConvertedVersion,
  convertVersion,
  type KubernetesObject,
  type MergeSchema,
  type ProviderRole,
} from "@capstan/contract";
import { apiVersionOf } from "@capstan/kube";
import { refOf } from "@capstan/runtime";
import type { DefinedVersion } from "../definition/defined-version.ts";
import type { OpaqueConversion } from "./author-conversion.ts";
import { ConversionError } from "./conversion-error.ts";
import { convertParts, convertTemplateParts } from "./convert-parts.ts";

/** How much of the storage version the annotation keeps; see `DefinitionOptions.conversionData`. */
export type ConversionData = "lost" | "whole";

/** The parts of a definition that conversion uses, for the objects of a kind and of its Template. */
export interface ConvertedKind {
  /** Undefined for a kind that core does not know. */
  readonly role: ProviderRole | undefined;
  readonly group: string;
  readonly kind: string;
  readonly versions: readonly DefinedVersion[];
  /** The versions by kind: of the kind, and of its Template if it has one. Both have the same versions. */
  readonly converted: ReadonlyMap<string, readonly ConvertedVersion[]>;
  readonly conversionData: ConversionData;
  /** The author's conversions, by version. */
  readonly conversions: Readonly<Record<string, OpaqueConversion | undefined>>;
}

/** Called for each value that the other version does not show. */
export type OnLoss = (loss: ConversionLoss) => void;

/**
 * Converts an object to another version through the storage version. The annotation keeps values that have no place in the other version,
 * and they are restored on the way back: unless the object was changed in between, it is the same after any round trip.
 *
 * @throws {@link ConversionError} no such kind or version.
 */
export function convertObject(
  definition: ConvertedKind,
  object: KubernetesObject,
  apiVersion: string,
  onLoss: OnLoss,
): KubernetesObject {
  if (!definition.converted.has(object.kind)) {
    throw new ConversionError(`${object.kind} is neither ${definition.kind} nor its Template`, {
      object: refOf(object),
    });
  }
  const from = versionOf(definition, object.apiVersion, object);
  const to = versionOf(definition, apiVersion, object);
  if (from === to) return object;
  const step = (given: KubernetesObject, one: DefinedVersion, other: DefinedVersion): KubernetesObject =>
    convertStep({ definition, from: one, to: other, onLoss }, given);
  if (from.storage || to.storage) return step(object, from, to);
  const stored = definition.versions.find(({ storage }) => storage) ?? to;
  return step(step(object, from, stored), stored, to);
}

interface StepOptions {
  readonly definition: ConvertedKind;
  readonly from: DefinedVersion;
  readonly to: DefinedVersion;
  readonly onLoss: OnLoss;
}

function convertStep({ definition, from, to, onLoss }: StepOptions, object: KubernetesObject): KubernetesObject {
  const { role, group, conversions, conversionData } = definition;
  const conversion = conversions[from.storage ? to.name : from.name] ?? {};
  const isTemplate = object.kind !== definition.kind;
  const convert = isTemplate ? convertTemplateParts : convertParts;
  return convertVersion(object, {
    from: convertedVersion(definition, object.kind, from),
    to: convertedVersion(definition, object.kind, to),
    hub: { group, kind: object.kind, version: (from.storage ? from : to).name },
    there: (parts) => convert(parts, { role, from, to, conversion }),
    back: (parts) => convert(parts, { role, from: to, to: from, conversion }),
    keepsAll: from.storage && conversionData === "whole",
    mergeSchema: (part) => mergeSchema(to, part, isTemplate),
    onLoss,
  });
}

function convertedVersion({ converted }: ConvertedKind, kind: string, { name }: DefinedVersion): ConvertedVersion {
  const version = converted.get(kind)?.find((known) => known.name === name);
  return version ?? { name, schemas: {}, needsSpec: false };
}

/** Conditions have one item per type in both contracts, although the schema of v1beta1 does not declare it. */
function mergeSchema({ schemas }: DefinedVersion, name: "spec" | "status", isTemplate: boolean): MergeSchema {
  const properties = schemas[name].properties as Readonly<Record<string, MergeSchema>>;
  // A Template has only the author's fields of a spec.
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
