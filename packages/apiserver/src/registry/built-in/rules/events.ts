import { type JsonObject, objectAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../../../object/api-object.ts";
import { checkQualifiedName } from "../../../object/names.ts";
import { type FieldError, invalidAt, required } from "../../../status/field-error.ts";
import { ageOf } from "../../columns/standard-columns.ts";
import { complete } from "../../complete.ts";
import { type Resource, type ResourceVersion } from "../../resource.ts";
import { type Cells, type KindRules, text } from "./cells.ts";

/** The fields with different names in the two groups: [core, events.k8s.io]. */
const renamed = [
  ["involvedObject", "regarding"],
  ["message", "note"],
  ["source", "deprecatedSource"],
  ["firstTimestamp", "deprecatedFirstTimestamp"],
  ["lastTimestamp", "deprecatedLastTimestamp"],
  ["count", "deprecatedCount"],
  ["reportingComponent", "reportingController"],
] as const;

const toCore = new Map<string, string>(renamed.map(([core, group]) => [group, core]));
const toGroup = new Map<string, string>(renamed.map(([core, group]) => [core, group]));

export const coreEventRules: KindRules = {
  fieldValue: (object, field) =>
    field === "source" ? (textAt(object, "source", "component") ?? textAt(object, "reportingComponent")) : undefined,
  convert: (object, version) => rename(object, version, "v1", toCore),
  validate: (object, previous) => (previous === undefined ? checkCoreEvent(object) : []),
  cells: cells("involvedObject", "message", "lastTimestamp", "firstTimestamp", "source", "count", "reportingComponent"),
};

export const groupEventRules: KindRules = {
  viewOf: "events.",
  convert: (object, version) => rename(object, version, "events.k8s.io/v1", toGroup),
  validate: (object, previous) => (previous === undefined ? checkGroupEvent(renamedFields(object, toCore)) : []),
  cells: cells(
    "regarding",
    "note",
    "deprecatedLastTimestamp",
    "deprecatedFirstTimestamp",
    "deprecatedSource",
    "deprecatedCount",
    "reportingController",
  ),
};

function rename(
  object: ApiObject,
  version: ResourceVersion,
  apiVersion: string,
  names: ReadonlyMap<string, string>,
): ApiObject {
  return complete(withoutRules, version, { ...renamedFields(object, names), apiVersion });
}

function renamedFields(object: ApiObject, names: ReadonlyMap<string, string>): ApiObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [names.get(key) ?? key, value]),
  ) as unknown as ApiObject;
}

/** An Event of either group has only the defaults of its type. */
const withoutRules: Pick<Resource, "rules"> = { rules: {} };

function cells(
  reference: string,
  message: string,
  last: string,
  first: string,
  source: string,
  count: string,
  reporter: string,
): Cells {
  return {
    "Last Seen": (object, now) => ageOf(lastSeen(object, last, first), now),
    Type: text("type"),
    Reason: text("reason"),
    Object: (object) => {
      const target = objectAt(object, reference);
      return `${(textAt(target, "kind") ?? "").toLowerCase()}/${textAt(target, "name") ?? ""}`;
    },
    Subobject: text(reference, "fieldPath"),
    Source: (object) => {
      const { component, host } = objectAt(object, source) ?? {};
      const parts = [component ?? object[reporter], host ?? object.reportingInstance];
      return parts.filter((part) => typeof part === "string" && part !== "").join(", ");
    },
    Message: (object) => (textAt(object, message) ?? "").trim(),
    "First Seen": (object, now) => ageOf(textAt(object, first) ?? textAt(object, "eventTime"), now),
    Count: (object) => objectAt(object, "series")?.count ?? (object[count] === 0 ? 1 : (object[count] ?? 1)),
  };
}

function lastSeen(object: ApiObject, last: string, first: string): string | undefined {
  return (
    textAt(object, "series", "lastObservedTime") ??
    textAt(object, last) ??
    textAt(object, first) ??
    textAt(object, "eventTime")
  );
}

/** Validates a new Event in the format of the core group, whose field names the messages use. */
function checkCoreEvent(event: ApiObject, reporter = "reportingComponent"): FieldError[] {
  const { namespace = "" } = event.metadata;
  const about = textAt(event, "involvedObject", "namespace") ?? "";
  const isTimed = typeof event.eventTime === "string";
  // Events of cluster-scoped objects belong where clients look for them.
  const free = about === "" ? ["default", ...(isTimed ? ["kube-system"] : [])] : isTimed ? [namespace] : [about];
  const placed = free.includes(namespace)
    ? []
    : [invalidAt("involvedObject.namespace", about, "does not match event.namespace")];
  return isTimed ? [...placed, ...checkReport(event, reporter)] : placed;
}

const mostCharacters = { reportingInstance: 128, action: 128, reason: 128, message: 1024 } as const;

/** Events with an event time are in the newer format, and have more required fields. */
function checkReport(event: ApiObject, reporter: string): FieldError[] {
  const by = textAt(event, "reportingComponent") ?? "";
  const errors = [...(by === "" ? [required(reporter)] : []), ...checkQualifiedName(by, reporter)];
  for (const [field, most] of Object.entries(mostCharacters)) {
    const value = textAt(event, field) ?? "";
    if (value === "" && field !== "message") errors.push(required(field));
    if (Buffer.byteLength(value) > most) errors.push(invalidAt(field, "", `can have at most ${most} characters`));
  }
  return errors;
}

/** Validates an Event that was sent in the format of `events.k8s.io`. */
function checkGroupEvent(event: ApiObject): FieldError[] {
  const { eventTime, count, firstTimestamp, lastTimestamp } = event;
  const type = textAt(event, "type") ?? "";
  const source = objectAt(event, "source") ?? {};
  const unset = {
    firstTimestamp: typeof firstTimestamp === "string",
    lastTimestamp: typeof lastTimestamp === "string",
    count: typeof count === "number" && count !== 0,
    source: Object.keys(source).length > 0,
  };
  return [
    ...checkCoreEvent(event, "reportingController"),
    ...checkSeries(objectAt(event, "series")),
    ...(typeof eventTime === "string" ? [] : [required("eventTime")]),
    ...(["Normal", "Warning"].includes(type) ? [] : [invalidAt("type", "", `has invalid value: ${type}`)]),
    ...Object.entries(unset).flatMap(([field, isSet]) => (isSet ? [invalidAt(field, "", "needs to be unset")] : [])),
  ];
}

function checkSeries(series: JsonObject | undefined): FieldError[] {
  if (series === undefined) return [];
  const { count, lastObservedTime } = series;
  return [
    ...(typeof count === "number" && count >= 2 ? [] : [invalidAt("series.count", "", "should be at least 2")]),
    ...(typeof lastObservedTime === "string" ? [] : [required("series.lastObservedTime")]),
  ];
}
