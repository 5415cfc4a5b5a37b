import { type JsonObject, objectAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type NameRule } from "../object/names.ts";
import { type Schema } from "../schema/schema.ts";
import { type FieldError } from "../status/field-error.ts";
import { type Authenticated } from "../user/user.ts";
import { type Services, type WebhookClient, webhookClientOf } from "../webhook/webhook-client.ts";
import { type PrinterColumn } from "./columns/standard-columns.ts";

/** The conversion webhook of a custom resource: `spec.conversion.webhook` of its CRD. */
export interface ConversionWebhook extends WebhookClient {
  /** The review version that it supports. */
  readonly reviewVersion: "v1" | "v1beta1";
  /** The addresses of Services. */
  readonly services?: Services;
}

/** The webhook of a validated CRD; undefined if it has none. */
export function conversionWebhookOf(spec: JsonObject, services?: Services): ConversionWebhook | undefined {
  if (textAt(spec, "conversion", "strategy") !== "Webhook") return undefined;
  const webhook = objectAt(spec, "conversion", "webhook") ?? {};
  const versions: unknown[] = Array.isArray(webhook.conversionReviewVersions) ? webhook.conversionReviewVersions : [];
  return {
    ...webhookClientOf(objectAt(webhook, "clientConfig") ?? {}),
    ...(services === undefined ? {} : { services }),
    reviewVersion: versions.find((version) => version === "v1" || version === "v1beta1") ?? "v1",
  };
}

export interface ScalePaths {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath?: string;
}

/** A subresource, below an object's own path. */
export interface Subresource {
  readonly name: string;
  readonly kind: string;
  /** Set if it differs from the resource's. */
  readonly group?: string;
  readonly version?: string;
  readonly verbs: readonly string[];
}

/** A served version of a resource. */
export interface ResourceVersion {
  readonly name: string;
  readonly served: boolean;
  readonly schema: Schema;
  /** Whether objects may have been stored with another schema, so that they are adapted to this one when read. */
  readonly hasChanged?: boolean;
  /** The Go type of the objects of a built-in kind (src/types). */
  readonly type?: string;
  /** Defaults of fields in a built-in kind, by path, in addition to those of their types. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  readonly subresources: readonly Subresource[];
  /** Whether only `/status` writes `status`. */
  readonly status: boolean;
  readonly scale?: ScalePaths;
  readonly columns: readonly PrinterColumn[];
  /** Selectable fields besides metadata.name and metadata.namespace, such as `spec.type`. */
  readonly selectableFields: readonly string[];
  readonly deprecationWarning?: string;
}

/** What a write may use besides the object. */
export interface RuleContext {
  /** All objects of the resource. */
  others(): readonly ApiObject[];
  /** The writing user; unset for the server itself. */
  readonly user?: Authenticated;
}

/** The behavior of a resource besides storing objects. */
export interface ResourceRules {
  /** Sets fields that depend on other fields of the object, and so are not defaults of a type. */
  complete?(object: ApiObject): ApiObject;
  /** Whether a new object keeps its status. */
  readonly keepsStatus?: boolean;
  /** Fields of a built-in kind's metadata that a status write does not change. */
  readonly statusKeeps?: readonly ("labels" | "ownerReferences")[];
  /** Whether dependents are orphaned unless the deletion says otherwise. */
  readonly orphansByDefault?: boolean;
  /** Why an object may not be deleted; undefined if it may. */
  whyKept?(object: ApiObject): string | undefined;
  /** Metadata fields whose changes increase the generation, in addition to other fields of the object. */
  readonly generationCounts?: readonly ("annotations" | "labels")[];
  /** Sets fields of a new object that the server owns. */
  prepareForCreate?(object: ApiObject, context: RuleContext): ApiObject;
  /** Keeps fields that clients may not change. */
  prepareForUpdate?(object: ApiObject, previous: ApiObject, context: RuleContext): ApiObject;
  /** The problems beyond the schema. `previous` is undefined on creation. */
  validate?(
    object: ApiObject,
    previous: ApiObject | undefined,
    subresource?: string,
  ): FieldError[] | Promise<FieldError[]>;
  /** Warnings for the author of a new object. */
  warnings?(object: ApiObject): readonly string[];
  /** The value of a selectable field, if it is not at that path. */
  fieldValue?(object: ApiObject, field: string): string | undefined;
  /** Converts the object to another version; the default only changes apiVersion. */
  convert?(object: ApiObject, version: ResourceVersion): ApiObject;
}

/** A resource: a kind, its versions, and the rules of its objects. */
export interface Resource {
  /** The id of the store: `plural.group`. Two resources with the same id are views of the same objects. */
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
  /** In discovery's order of preference. */
  readonly versions: readonly ResourceVersion[];
  readonly storageVersion: string;
  /** The version whose hash discovery shows. Default: the storage version. */
  readonly hashedVersion?: string;
  readonly nameRule: NameRule;
  readonly tracksGeneration: boolean;
  /** Whether an update without resourceVersion may overwrite changes that the client has not seen. */
  readonly allowsUnconditionalUpdate: boolean;
  /** Whether an update of a missing object creates it. */
  readonly createsOnUpdate: boolean;
  /** Whether the answer to a deletion is the deleted object. */
  readonly answersDeleted: boolean;
  /** Whether it comes from a CustomResourceDefinition. */
  readonly custom: boolean;
  /** The conversion webhook. Default: the server itself converts, by removing fields that a version lacks. */
  readonly webhook?: ConversionWebhook;
  readonly rules: ResourceRules;
}

function findVersion(resource: Resource, name: string): ResourceVersion | undefined {
  return resource.versions.find((version) => version.name === name);
}

/** The storage version. */
export function storageVersion(resource: Resource): ResourceVersion {
  const version = findVersion(resource, resource.storageVersion);
  if (version === undefined) throw new Error(`${resource.id} has no version ${resource.storageVersion}.`);
  return version;
}

/** The name of the resource in messages. */
export function resourceName(resource: Resource): { group: string; name: string } {
  return { group: resource.group, name: resource.plural };
}

/** The name of the kind in messages: for objects in two groups, the group in which they are stored. */
export function kindName(resource: Resource): { group: string; name: string } {
  return { group: storedGroup(resource), name: resource.kind };
}

/** The group in which objects are stored. */
export function storedGroup({ id }: Resource): string {
  return id.slice(id.indexOf(".") + 1);
}

/** The Go package of a group's types in the real server. */
export function goPackage({ group }: Pick<Resource, "group">): string {
  return group === "" ? "core" : (group.split(".")[0] ?? "");
}
