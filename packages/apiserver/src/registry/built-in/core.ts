import { jsonEqual, listAt, objectAt, textAt, without } from "@capstan/kube";
import { type ApiObject, withMetadata } from "../../object/api-object.ts";
import { type FieldError } from "../../status/field-error.ts";
import { ageColumn, column, nameColumn } from "../columns/standard-columns.ts";
import {
  anything,
  conditions,
  defineBuiltIn,
  flag,
  integer,
  objectReference,
  text,
  textList,
  textMap,
  time,
} from "./define.ts";

export const namespaces = defineBuiltIn({
  kind: "Namespace",
  plural: "namespaces",
  shortNames: ["ns"],
  namespaced: false,
  nameRule: "label",
  status: true,
  selectableFields: ["status.phase"],
  properties: {
    spec: { type: "object", properties: { finalizers: textList } },
    status: { type: "object", properties: { phase: text, conditions } },
  },
  columns: [nameColumn, column("Status", (object) => textAt(object, "status", "phase") ?? ""), ageColumn],
  rules: {
    prepareForCreate: (object) =>
      labeled({ ...object, spec: { finalizers: ["kubernetes"] }, status: { phase: "Active" } }),
    // The list of finalizers is changed through /finalize only.
    prepareForUpdate: (object, previous) => labeled({ ...object, spec: previous.spec }),
  },
});

function labeled(object: ApiObject): ApiObject {
  const { name, labels } = object.metadata;
  return withMetadata(object, { labels: { ...labels, "kubernetes.io/metadata.name": name } });
}

export const secrets = defineBuiltIn({
  kind: "Secret",
  plural: "secrets",
  namespaced: true,
  selectableFields: ["type"],
  properties: {
    data: { type: "object", additionalProperties: { type: "string", format: "byte" } },
    immutable: flag,
    stringData: textMap,
    type: text,
  },
  columns: [
    nameColumn,
    column("Type", (object) => object.type ?? ""),
    column("Data", (object) => Object.keys(objectAt(object, "data") ?? {}).length, { type: "integer" }),
    ageColumn,
  ],
  rules: {
    prepareForCreate: encodeStringData,
    prepareForUpdate: (object, previous) => encodeStringData({ type: previous.type, ...object }),
    validate: (object, previous) => [...checkImmutable(object, previous), ...checkSecretType(object, previous)],
  },
});

function encodeStringData(object: ApiObject): ApiObject {
  const plain = objectAt(object, "stringData");
  const type = typeof object.type === "string" && object.type !== "" ? object.type : "Opaque";
  const rest = { ...without(object, "stringData"), type };
  if (plain === undefined) return rest;
  const encoded = Object.entries(plain).map(([key, value]) => [key, Buffer.from(String(value)).toString("base64")]);
  return { ...rest, data: { ...objectAt(object, "data"), ...Object.fromEntries(encoded) } };
}

function checkSecretType(object: ApiObject, previous: ApiObject | undefined): FieldError[] {
  if (previous === undefined || previous.type === object.type) return [];
  return [{ type: "Invalid value", field: "type", value: object.type, detail: "field is immutable" }];
}

function checkImmutable(object: ApiObject, previous: ApiObject | undefined): FieldError[] {
  if (previous?.immutable !== true) return [];
  const detail = "field is immutable when `immutable` is set";
  const errors: FieldError[] = object.immutable === true ? [] : [{ type: "Forbidden", field: "immutable", detail }];
  for (const field of ["data", "binaryData"]) {
    if (!jsonEqual(object[field], previous[field])) errors.push({ type: "Forbidden", field, detail });
  }
  return errors;
}

export const configMaps = defineBuiltIn({
  kind: "ConfigMap",
  plural: "configmaps",
  shortNames: ["cm"],
  namespaced: true,
  properties: { binaryData: textMap, data: textMap, immutable: flag },
  columns: [
    nameColumn,
    column(
      "Data",
      (object) =>
        Object.keys(objectAt(object, "data") ?? {}).length + Object.keys(objectAt(object, "binaryData") ?? {}).length,
      { type: "integer" },
    ),
    ageColumn,
  ],
  rules: { validate: checkImmutable },
});

export const serviceAccounts = defineBuiltIn({
  kind: "ServiceAccount",
  plural: "serviceaccounts",
  shortNames: ["sa"],
  namespaced: true,
  properties: {
    automountServiceAccountToken: flag,
    imagePullSecrets: { type: "array", items: objectReference },
    secrets: { type: "array", items: objectReference },
  },
});

export const nodes = defineBuiltIn({
  kind: "Node",
  plural: "nodes",
  shortNames: ["no"],
  namespaced: false,
  status: true,
  selectableFields: ["spec.unschedulable"],
  properties: {
    spec: {
      type: "object",
      "x-kubernetes-preserve-unknown-fields": true,
      properties: {
        podCIDR: text,
        podCIDRs: textList,
        providerID: text,
        taints: { type: "array", items: anything },
        unschedulable: flag,
      },
    },
    status: {
      type: "object",
      "x-kubernetes-preserve-unknown-fields": true,
      properties: {
        addresses: {
          type: "array",
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["type"],
          "x-kubernetes-patch-merge-key": "type",
          "x-kubernetes-patch-strategy": "merge",
          items: { type: "object", properties: { address: text, type: text } },
        },
        conditions,
      },
    },
  },
  columns: [
    nameColumn,
    column("Status", (object) => nodeStatus(object)),
    column("Roles", (object) => nodeRoles(object)),
    ageColumn,
    column("Version", (object) => textAt(object, "status", "nodeInfo", "kubeletVersion") ?? ""),
    column("Internal-IP", (object) => nodeAddress(object, "InternalIP"), { priority: 1 }),
    column("External-IP", (object) => nodeAddress(object, "ExternalIP"), { priority: 1 }),
  ],
  rules: {
    fieldValue: (object, field) =>
      field === "spec.unschedulable" ? String(objectAt(object, "spec")?.unschedulable === true) : undefined,
    validate: (object, previous) => {
      const before = textAt(previous, "spec", "providerID") ?? "";
      const after = textAt(object, "spec", "providerID");
      if (before === "" || before === after) return [];
      return [
        {
          type: "Forbidden",
          field: "spec.providerID",
          detail: 'node updates may not change providerID except from "" to valid',
        },
      ];
    },
  },
});

function nodeStatus(object: ApiObject): string {
  const ready = listAt(object, "status", "conditions").find((condition) => textAt(condition, "type") === "Ready");
  const status = ready === undefined ? "Unknown" : textAt(ready, "status") === "True" ? "Ready" : "NotReady";
  return objectAt(object, "spec")?.unschedulable === true ? `${status},SchedulingDisabled` : status;
}

function nodeRoles(object: ApiObject): string {
  const prefix = "node-role.kubernetes.io/";
  const roles = Object.keys(object.metadata.labels ?? {}).filter((label) => label.startsWith(prefix));
  return (
    roles
      .map((label) => label.slice(prefix.length))
      .sort()
      .join(",") || "<none>"
  );
}

function nodeAddress(object: ApiObject, type: string): string {
  const address = listAt(object, "status", "addresses").find((candidate) => textAt(candidate, "type") === type);
  return textAt(address, "address") ?? "<none>";
}

export const pods = defineBuiltIn({
  kind: "Pod",
  plural: "pods",
  shortNames: ["po"],
  categories: ["all"],
  namespaced: true,
  status: true,
  tracksGeneration: true,
  selectableFields: ["spec.nodeName", "status.phase"],
  properties: {
    spec: anything,
    status: {
      type: "object",
      "x-kubernetes-preserve-unknown-fields": true,
      properties: { conditions, startTime: time, phase: text, observedGeneration: integer },
    },
  },
  columns: [
    nameColumn,
    column("Status", (object) => textAt(object, "status", "phase") ?? ""),
    ageColumn,
    column("Node", (object) => textAt(object, "spec", "nodeName") ?? "<none>", { priority: 1 }),
  ],
  rules: { prepareForCreate: (object) => ({ ...object, status: { phase: "Pending" } }) },
});
