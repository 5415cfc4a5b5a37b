import { type ConversionWebhook } from "./conversion-webhook.ts";
import { type NameRule } from "../object/names.ts";
import { type ApiObject } from "../object/api-object.ts";
import { type Schema } from "../schema/schema.ts";
import { type FieldError } from "../status/field-error.ts";
import { type PrinterColumn } from "./columns/printer-column.ts";

export interface ScalePaths {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath?: string;
}

/** One version of a resource, as it is served. */
export interface ResourceVersion {
  readonly name: string;
  readonly served: boolean;
  readonly schema: Schema;
  /** Whether `status` is written through `/status` only. */
  readonly status: boolean;
  readonly scale?: ScalePaths;
  readonly columns: readonly PrinterColumn[];
  /** Fields besides metadata.name and metadata.namespace that lists can be filtered by, like `spec.type`. */
  readonly selectableFields: readonly string[];
  readonly deprecationWarning?: string;
}

/** What a resource does beyond storing objects. */
export interface ResourceRules {
  /** Fills in what the server sets on a new object. */
  prepareForCreate?(object: ApiObject): ApiObject;
  /** Keeps what clients may not change. */
  prepareForUpdate?(object: ApiObject, previous: ApiObject): ApiObject;
  /** What is wrong beyond the schema. `previous` is undefined on creation. */
  validate?(object: ApiObject, previous: ApiObject | undefined): FieldError[] | Promise<FieldError[]>;
  /** The value of a selectable field where it is not simply at that path. */
  fieldValue?(object: ApiObject, field: string): string | undefined;
  /** The object as another version has it; the default changes apiVersion only. */
  convert?(object: ApiObject, version: ResourceVersion): ApiObject;
}

/** A resource: a kind, where it is served, and the rules of its objects. */
export interface Resource {
  /** Names the objects' store: `plural.group`. Two resources with the same id are views of the same objects. */
  readonly id: string;
  readonly group: string;
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly namespaced: boolean;
  /** In the order discovery prefers them. */
  readonly versions: readonly ResourceVersion[];
  readonly storageVersion: string;
  readonly nameRule: NameRule;
  readonly tracksGeneration: boolean;
  /** Whether an update may leave out resourceVersion and so overwrite what it has not seen. */
  readonly allowsUnconditionalUpdate: boolean;
  /** Comes from a CustomResourceDefinition. */
  readonly custom: boolean;
  /** Who converts objects between versions. Default: the server itself, by leaving out what a version does not know. */
  readonly webhook?: ConversionWebhook;
  readonly rules: ResourceRules;
}

function findVersion(resource: Resource, name: string): ResourceVersion | undefined {
  return resource.versions.find((version) => version.name === name);
}

/** The version that objects are stored in. */
export function storageVersion(resource: Resource): ResourceVersion {
  const version = findVersion(resource, resource.storageVersion);
  if (version === undefined) throw new Error(`${resource.id} has no version ${resource.storageVersion}.`);
  return version;
}

/** How messages name the resource. */
export function resourceName(resource: Resource): { group: string; name: string } {
  return { group: resource.group, name: resource.plural };
}

/** How messages name the kind. */
export function kindName(resource: Resource): { group: string; name: string } {
  return { group: resource.group, name: resource.kind };
}
