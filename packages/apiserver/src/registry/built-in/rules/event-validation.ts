import { type JsonObject, objectAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../../../object/api-object.ts";
import { checkQualifiedName } from "../../../object/names.ts";
import { type FieldError } from "../../../status/field-error.ts";
import { invalidAt, required } from "./field-errors.ts";

/** Validates a new Event in the format of the core group, whose field names the messages use. */
export function checkCoreEvent(event: ApiObject, reporter = "reportingComponent"): FieldError[] {
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
