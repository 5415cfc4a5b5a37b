import { objectAt, textAt, without } from "@capstan/kube";
import { type ApiObject } from "../../object/api-object.ts";
import { column, ageOf, nameColumn } from "../columns/standard-columns.ts";
import { type PrinterColumn } from "../columns/printer-column.ts";
import { type Resource } from "../resource.ts";
import { defineBuiltIn, integer, objectReference, text, time } from "./define.ts";

const source = { type: "object", properties: { component: text, host: text } };
const series = { type: "object", properties: { count: integer, lastObservedTime: time } };

/** The fields that both groups have, and the pairs that they name differently: [core, events.k8s.io]. */
const shared = { action: text, eventTime: time, reason: text, related: objectReference, series, type: text };
const renamed = [
  ["involvedObject", "regarding", objectReference],
  ["message", "note", text],
  ["source", "deprecatedSource", source],
  ["firstTimestamp", "deprecatedFirstTimestamp", time],
  ["lastTimestamp", "deprecatedLastTimestamp", time],
  ["count", "deprecatedCount", integer],
  ["reportingComponent", "reportingController", text],
  ["reportingInstance", "reportingInstance", text],
] as const;

function columns(reference: string, message: string, last: string): PrinterColumn[] {
  return [
    column("Last Seen", (object, now) => ageOf(lastSeen(object, last), now)),
    column("Type", (object) => object.type ?? ""),
    column("Reason", (object) => object.reason ?? ""),
    column("Object", (object) => {
      const target = objectAt(object, reference);
      return `${(textAt(target, "kind") ?? "").toLowerCase()}/${textAt(target, "name") ?? ""}`;
    }),
    column("Message", (object) => textAt(object, message)?.trim() ?? ""),
    { ...nameColumn, priority: 1 },
  ];
}

function lastSeen(object: ApiObject, last: string): string | undefined {
  return (
    textAt(object, "series", "lastObservedTime") ??
    textAt(object, last) ??
    textAt(object, "eventTime") ??
    object.metadata.creationTimestamp
  );
}

const referenceFields = ["kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath"];

export const coreEvents: Resource = defineBuiltIn({
  kind: "Event",
  plural: "events",
  shortNames: ["ev"],
  namespaced: true,
  properties: { ...shared, ...Object.fromEntries(renamed.map(([core, , schema]) => [core, schema])) },
  columns: columns("involvedObject", "message", "lastTimestamp"),
  selectableFields: [
    ...referenceFields.map((field) => `involvedObject.${field}`),
    "reason",
    "reportingComponent",
    "source",
    "type",
  ],
  rules: { fieldValue, convert: toCore, prepareForCreate: toCore, prepareForUpdate: toCore },
});

export const groupEvents: Resource = {
  ...defineBuiltIn({
    group: "events.k8s.io",
    kind: "Event",
    plural: "events",
    shortNames: ["ev"],
    namespaced: true,
    properties: { ...shared, ...Object.fromEntries(renamed.map(([, group, schema]) => [group, schema])) },
    columns: columns("regarding", "note", "deprecatedLastTimestamp"),
    selectableFields: [
      ...referenceFields.map((field) => `regarding.${field}`),
      "reason",
      "reportingController",
      "type",
    ],
    rules: { fieldValue, convert: toGroup, prepareForCreate: toGroup, prepareForUpdate: toGroup },
  }),
  id: coreEvents.id,
};

function fieldValue(object: ApiObject, field: string): string | undefined {
  return field === "source"
    ? (textAt(object, "source", "component") ?? textAt(object, "reportingComponent"))
    : undefined;
}

/** Fields that Go writes also where they are empty: clients sort by them. */
const emptyCore = {
  source: {},
  firstTimestamp: null,
  lastTimestamp: null,
  eventTime: null,
  reportingComponent: "",
  reportingInstance: "",
};
const emptyGroup = {
  eventTime: null,
  deprecatedSource: {},
  deprecatedFirstTimestamp: null,
  deprecatedLastTimestamp: null,
};

function toCore(object: ApiObject): ApiObject {
  return rename(emptyCore, object, "v1", new Map(renamed.map(([core, group]) => [group, core])));
}

function toGroup(object: ApiObject): ApiObject {
  return rename(emptyGroup, object, "events.k8s.io/v1", new Map(renamed.map(([core, group]) => [core, group])));
}

function rename(
  empty: Readonly<Record<string, unknown>>,
  object: ApiObject,
  apiVersion: string,
  names: ReadonlyMap<string, string>,
): ApiObject {
  const fields: Record<string, unknown> = { ...empty };
  for (const [key, value] of Object.entries(without(object, "kind", "apiVersion", "metadata"))) {
    const name = names.get(key) ?? key;
    if (value !== "" || name in empty) fields[name] = value;
  }
  return { kind: object.kind, apiVersion, metadata: object.metadata, ...fields };
}
