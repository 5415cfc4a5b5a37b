import { type Schema } from "./schema.ts";

const text: Schema = { type: "string" };
const textMap: Schema = { type: "object", additionalProperties: text };

/** The schema of ObjectMeta in meta/v1. */
export const objectMetaSchema: Schema = {
  type: "object",
  properties: {
    annotations: textMap,
    creationTimestamp: { type: "string", format: "date-time", nullable: true },
    deletionGracePeriodSeconds: { type: "integer", format: "int64" },
    deletionTimestamp: { type: "string", format: "date-time", nullable: true },
    finalizers: {
      type: "array",
      items: text,
      "x-kubernetes-list-type": "set",
      "x-kubernetes-patch-strategy": "merge",
    },
    generateName: text,
    generation: { type: "integer", format: "int64" },
    labels: textMap,
    managedFields: {
      type: "array",
      "x-kubernetes-list-type": "atomic",
      items: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    },
    name: text,
    namespace: text,
    ownerReferences: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["uid"],
      "x-kubernetes-patch-merge-key": "uid",
      "x-kubernetes-patch-strategy": "merge",
      items: {
        type: "object",
        "x-kubernetes-map-type": "atomic",
        properties: {
          apiVersion: text,
          blockOwnerDeletion: { type: "boolean" },
          controller: { type: "boolean" },
          kind: text,
          name: text,
          uid: text,
        },
      },
    },
    resourceVersion: text,
    selfLink: text,
    uid: text,
  },
};
