import { type ConversionWebhook } from "./conversion-webhook.ts";
import { type Authenticated } from "../user/user.ts";
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

/** What is read or written below an object's own path. */
export interface Subresource {
  readonly name: string;
  readonly kind: string;
  /** Where it is not that of the resource. */
  readonly group?: string;
  readonly version?: string;
  readonly verbs: readonly string[];
}

/** One version of a resource, as it is served. */
export interface ResourceVersion {
  readonly name: string;
  readonly served: boolean;
  readonly schema: Schema;
  /** Whether objects may have been stored under another schema: they are read as this one has them. */
  readonly hasChanged?: boolean;
  /** The Go type of the objects of a built-in kind (src/types). */
  readonly type?: string;
  /** What fields of a built-in kind are where they are left out, by their path, besides the defaults of their types. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  readonly subresources: readonly Subresource[];
  /** Whether `status` is written through `/status` only. */
  readonly status: boolean;
  readonly scale?: ScalePaths;
  readonly columns: readonly PrinterColumn[];
  /** Fields besides metadata.name and metadata.namespace that lists can be filtered by, like `spec.type`. */
  readonly selectableFields: readonly string[];
  readonly deprecationWarning?: string;
}

/** What a write may look at besides the object. */
export interface RuleContext {
  /** All objects of the resource. */
  others(): readonly ApiObject[];
  /** Who writes; the server itself if it is left out. */
  readonly user?: Authenticated;
}

/** What a resource does beyond storing objects. */
export interface ResourceRules {
  /** Fills in what depends on other fields of the object, so that no type has it as its default. */
  complete?(object: ApiObject): ApiObject;
  /** Whether a new object keeps the status that it states. */
  readonly keepsStatus?: boolean;
  /** Fields of the metadata of a built-in kind that are not written with its status. */
  readonly statusKeeps?: readonly ("labels" | "ownerReferences")[];
  /** Whether what an object owns stays where its deletion does not say. */
  readonly orphansByDefault?: boolean;
  /** Why an object may not be deleted; undefined if it may. */
  whyKept?(object: ApiObject): string | undefined;
  /** Fields of the metadata whose changes count as a generation, in addition to those of the object. */
  readonly generationCounts?: readonly ("annotations" | "labels")[];
  /** Fills in what the server sets on a new object. */
  prepareForCreate?(object: ApiObject, context: RuleContext): ApiObject;
  /** Keeps what clients may not change. */
  prepareForUpdate?(object: ApiObject, previous: ApiObject, context: RuleContext): ApiObject;
  /** What is wrong beyond the schema. `previous` is undefined on creation. */
  validate?(
    object: ApiObject,
    previous: ApiObject | undefined,
    subresource?: string,
  ): FieldError[] | Promise<FieldError[]>;
  /** What the author of a new object is warned of. */
  warnings?(object: ApiObject): readonly string[];
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
  readonly verbs: readonly string[];
  /** In the order discovery prefers them. */
  readonly versions: readonly ResourceVersion[];
  readonly storageVersion: string;
  /** The version whose hash discovery has. Default: that which objects are stored in. */
  readonly hashedVersion?: string;
  readonly nameRule: NameRule;
  readonly tracksGeneration: boolean;
  /** Whether an update may leave out resourceVersion and so overwrite what it has not seen. */
  readonly allowsUnconditionalUpdate: boolean;
  /** Whether an update of what is not there creates it. */
  readonly createsOnUpdate: boolean;
  /** Whether a deletion is answered with the object that is gone. */
  readonly answersDeleted: boolean;
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

/** How messages name the kind: of objects that two groups show, by the one in which they are stored. */
export function kindName(resource: Resource): { group: string; name: string } {
  return { group: storedGroup(resource), name: resource.kind };
}

/** The group in which objects are stored. */
export function storedGroup({ id }: Resource): string {
  return id.slice(id.indexOf(".") + 1);
}

/** The Go package of the types that a group has within the real server. */
export function goPackage({ group }: Pick<Resource, "group">): string {
  return group === "" ? "core" : (group.split(".")[0] ?? "");
}
