import { objectAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../../../object/api-object.ts";
import { type FieldError, invalidAt } from "../../../status/field-error.ts";
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
  validate: (object, previous) => (previous === undefined ? checkNamespace(object) : []),
  cells: cells("involvedObject", "message", "lastTimestamp", "firstTimestamp", "source", "count", "reportingComponent"),
};

export const groupEventRules: KindRules = {
  viewOf: "events.",
  convert: (object, version) => rename(object, version, "events.k8s.io/v1", toGroup),
  validate: (object, previous) => (previous === undefined ? checkNamespace(renamedFields(object, toCore)) : []),
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

/** A new Event, in the format of the core group, belongs to the namespace of its object. */
function checkNamespace(event: ApiObject): FieldError[] {
  const { namespace = "" } = event.metadata;
  const about = textAt(event, "involvedObject", "namespace") ?? "";
  const isTimed = typeof event.eventTime === "string";
  // Events of cluster-scoped objects belong where clients look for them.
  const free = about === "" ? ["default", ...(isTimed ? ["kube-system"] : [])] : isTimed ? [namespace] : [about];
  const detail = "does not match event.namespace";
  return free.includes(namespace) ? [] : [invalidAt("involvedObject.namespace", about, detail)];
}
