import { configMap, sending, type WireCase } from "./wire-case.ts";

const whole = {
  manager: "me",
  operation: "Update",
  apiVersion: "v1",
  fieldsType: "FieldsV1",
  fieldsV1: { "f:data": { "f:a": {} } },
};

/** Managed fields that a client may set. */
const stated: Readonly<Record<string, readonly object[]>> = {
  "one that is empty": [{}],
  "two that are empty": [{}, {}],
  "a manager alone": [{ manager: "me" }],
  "a manager and its operation": [{ manager: "me", operation: "Update" }],
  "no type of fields": [{ manager: "me", operation: "Update", apiVersion: "v1" }],
  "no fields": [{ ...whole, fieldsV1: undefined }],
  "a whole one": [whole],
  "one that has applied": [{ ...whole, operation: "Apply" }],
  "another type of fields": [{ ...whole, fieldsType: "FieldsV2" }],
  "another operation": [{ ...whole, operation: "Turn" }],
  "a step without its kind": [{ ...whole, fieldsV1: { data: {} } }],
  "a field that there is not": [{ ...whole, fieldsV1: { "f:nothing": {} } }],
};

const all = "/api/v1/namespaces/{ns}/configmaps";
const there = configMap("c", { data: { a: "b" } });

/** Owners of fields in created, replaced and patched objects. */
export const ownerCases: readonly WireCase[] = Object.entries(stated).flatMap(([what, managedFields]) => [
  {
    what: `created with ${what}`,
    ...sending(`POST ${all}`, { metadata: { name: "c", managedFields }, data: { a: "b" } }),
  },
  {
    what: `replaced with ${what}`,
    first: [there],
    ...sending(`PUT ${all}/c`, { metadata: { name: "c", managedFields }, data: { a: "c" } }),
  },
  {
    what: `patched with ${what}`,
    first: [there],
    ...sending(
      `PATCH ${all}/c`,
      { metadata: { managedFields }, data: { a: "c" } },
      { "content-type": "application/merge-patch+json" },
    ),
  },
]);
