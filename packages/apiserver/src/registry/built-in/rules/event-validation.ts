import { type JsonObject, objectAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../../../object/api-object.ts";
import { checkQualifiedName } from "../../../object/names.ts";
import { type FieldError } from "../../../status/field-error.ts";
import { invalidAt, required } from "./field-errors.ts";

/** What is wrong with a new Event, in the form of the core group, whose names of fields the messages have. */
export function checkCoreEvent(event: ApiObject, reporter = "reportingComponent"): FieldError[] {
  const { namespace = "" } = event.metadata;
  const about = textAt(event, "involvedObject", "namespace") ?? "";
  const isTimed = typeof event.eventTime === "string";
  // What is in no namespace has its Events where those that look for them look.
  const free = about === "" ? ["default", ...(isTimed ? ["kube-system"] : [])] : isTimed ? [namespace] : [about];
  const placed = free.includes(namespace)
    ? []
    : [invalidAt("involvedObject.namespace", about, "does not match event.namespace")];
  return isTimed ? [...placed, ...checkReport(event, reporter)] : placed;
}

const mostCharacters = { reportingInstance: 128, action: 128, reason: 128, message: 1024 } as const;

/** Events that say when they were are the newer ones, and must say more. */
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

/** The same of an Event that was sent in the form of `events.k8s.io`. */
export function checkGroupEvent(event: ApiObject): FieldError[] {
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
