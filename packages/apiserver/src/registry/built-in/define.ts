import { type NameRule } from "../../object/names.ts";
import { objectMetaSchema } from "../../schema/object-meta-schema.ts";
import { type Schema } from "../../schema/schema.ts";
import { type PrinterColumn } from "../columns/printer-column.ts";
import { ageColumn, nameColumn } from "../columns/standard-columns.ts";
import { type Resource, type ResourceRules } from "../resource.ts";

export interface BuiltIn {
  readonly group?: string;
  readonly version?: string;
  readonly kind: string;
  readonly plural: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly namespaced: boolean;
  readonly properties: Readonly<Record<string, Schema>>;
  readonly status?: boolean;
  readonly columns?: readonly PrinterColumn[];
  readonly selectableFields?: readonly string[];
  readonly tracksGeneration?: boolean;
  readonly allowsUnconditionalUpdate?: boolean;
  readonly nameRule?: NameRule;
  readonly id?: string;
  readonly rules?: ResourceRules;
}

/** A resource that every API server has. */
export function defineBuiltIn(options: BuiltIn): Resource {
  const { group = "", version = "v1", kind, plural } = options;
  return {
    id: options.id ?? `${plural}.${group}`,
    group,
    plural,
    singular: kind.toLowerCase(),
    kind,
    listKind: `${kind}List`,
    shortNames: options.shortNames ?? [],
    categories: options.categories ?? [],
    namespaced: options.namespaced,
    storageVersion: version,
    versions: [
      {
        name: version,
        served: true,
        schema: {
          type: "object",
          properties: { apiVersion: text, kind: text, metadata: objectMetaSchema, ...options.properties },
        },
        status: options.status ?? false,
        columns: options.columns ?? [nameColumn, ageColumn],
        selectableFields: options.selectableFields ?? [],
      },
    ],
    nameRule: options.nameRule ?? "subdomain",
    tracksGeneration: options.tracksGeneration ?? false,
    allowsUnconditionalUpdate: options.allowsUnconditionalUpdate ?? true,
    custom: false,
    rules: options.rules ?? {},
  };
}

export const text: Schema = { type: "string" };
export const integer: Schema = { type: "integer" };
export const flag: Schema = { type: "boolean" };
export const textMap: Schema = { type: "object", additionalProperties: text };
export const textList: Schema = { type: "array", items: text };
export const time: Schema = { type: "string", format: "date-time", nullable: true };
/** A part of an object that this server stores as it is sent. */
export const anything: Schema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
export const objectReference: Schema = {
  type: "object",
  "x-kubernetes-map-type": "atomic",
  properties: {
    apiVersion: text,
    fieldPath: text,
    kind: text,
    name: text,
    namespace: text,
    resourceVersion: text,
    uid: text,
  },
};

/** A list of conditions, merged by type. */
export const conditions: Schema = {
  type: "array",
  "x-kubernetes-list-type": "map",
  "x-kubernetes-list-map-keys": ["type"],
  "x-kubernetes-patch-merge-key": "type",
  "x-kubernetes-patch-strategy": "merge",
  items: {
    type: "object",
    properties: {
      lastHeartbeatTime: time,
      lastProbeTime: time,
      lastTransitionTime: time,
      message: text,
      observedGeneration: integer,
      reason: text,
      status: text,
      type: text,
    },
  },
};
