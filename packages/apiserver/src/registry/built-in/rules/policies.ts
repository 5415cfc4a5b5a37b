import { isJsonObject, type JsonObject, listAt, objectAt, textAt } from "@capstan/kube";
import { type ApiObject } from "../../../object/api-object.ts";
import { type FieldError, forbiddenAt, invalidAt } from "../../../status/field-error.ts";
import { humanDuration } from "../../columns/standard-columns.ts";
import { at, type Cell, count, type KindRules, text } from "./cells.ts";
import { notNegative, unchanged } from "./field-errors.ts";

export const podDisruptionBudgetRules: KindRules = {
  cells: {
    "Min Available": asText(at("spec", "minAvailable")("N/A")),
    "Max Unavailable": asText(at("spec", "maxUnavailable")("N/A")),
    "Allowed Disruptions": count("status", "disruptionsAllowed"),
  },
};

function asText(cell: Cell): Cell {
  return (object, now) => String(cell(object, now));
}

export const signingRequestRules: KindRules = {
  // The server knows the user; the request must not set it.
  prepareForCreate: (object, { user }) => ({
    ...object,
    spec: { ...objectAt(object, "spec"), ...(user === undefined ? {} : { username: user.name, groups: user.groups }) },
  }),
  prepareForUpdate: (object, previous) => ({ ...object, spec: previous.spec }),
  cells: {
    SignerName: at("spec", "signerName")("<none>"),
    Requestor: text("spec", "username"),
    RequestedDuration: (object) => {
      const seconds = objectAt(object, "spec")?.expirationSeconds;
      return typeof seconds === "number" ? humanDuration(seconds * 1000) : "<none>";
    },
    Condition: conditionCell,
  },
};

function conditionCell(object: ApiObject): string {
  const types = new Set(listAt(object, "status", "conditions").map((one) => textAt(one, "type")));
  const decided = types.has("Denied") ? "Denied" : types.has("Approved") ? "Approved" : "Pending";
  const failed = types.has("Failed") ? ",Failed" : "";
  return `${decided}${failed}${textAt(object, "status", "certificate") === undefined ? "" : ",Issued"}`;
}

const highestOfUsers = 1_000_000_000;
const systemPriorities = ["system-cluster-critical", "system-node-critical"];

/** The system's names and the highest values are reserved. */
function checkPriority({ metadata: { name }, value }: ApiObject & { readonly value?: unknown }): FieldError[] {
  if (name.startsWith("system-")) {
    if (systemPriorities.includes(name)) return [];
    const detail = `priority class names with 'system-' prefix are reserved for system use only. error: ${name} is not a known system priority class`;
    return [forbiddenAt("metadata.name", detail)];
  }
  if (typeof value !== "number" || value <= highestOfUsers) return [];
  const detail = `maximum allowed value of a user defined priority is ${highestOfUsers}`;
  return [forbiddenAt("value", detail)];
}

export const priorityClassRules: KindRules = {
  validate: (object, previous) => [
    ...(previous === undefined ? checkPriority(object) : []),
    ...unchanged(object, previous, ["value"]).map(({ field }): FieldError => {
      return forbiddenAt(field, "may not be changed in an update.");
    }),
    ...unchanged(object, previous, ["preemptionPolicy"]),
  ],
  cells: {
    Value: count("value"),
    "Global-Default": at("globalDefault")(false),
    PreemptionPolicy: text("preemptionPolicy"),
  },
};

export const runtimeClassRules: KindRules = {
  validate: (object, previous) => unchanged(object, previous, ["handler"]),
  cells: { Handler: text("handler") },
};

export const leaseRules: KindRules = {
  validate: (object) => {
    const seconds = objectAt(object, "spec")?.leaseDurationSeconds;
    return [
      ...(typeof seconds === "number" && seconds <= 0
        ? [invalidAt("spec.leaseDurationSeconds", seconds, "must be greater than 0")]
        : []),
      ...notNegative(object, "spec.leaseTransitions"),
    ];
  },
  cells: { Holder: text("spec", "holderIdentity") },
};

export const resourceClaimRules: KindRules = {
  complete: (object) => withCounts(object, "spec"),
  validate: (object, previous) => unchanged(object, previous, ["spec"]),
};

export const resourceClaimTemplateRules: KindRules = { complete: (object) => withCounts(object, "spec", "spec") };

/** The default number of devices is one, unless all are requested. */
function withCounts<Value extends JsonObject>(object: Value, ...path: readonly string[]): Value {
  const [step, ...rest] = path;
  if (step !== undefined) {
    const inner = object[step];
    return isJsonObject(inner) ? { ...object, [step]: withCounts(inner, ...rest) } : object;
  }
  const requests = objectAt(object, "devices")?.requests;
  if (!Array.isArray(requests)) return object;
  const counted = requests.map((request: unknown) => {
    const exactly = objectAt(request, "exactly");
    if (!isJsonObject(request) || exactly?.allocationMode !== "ExactCount" || exactly.count !== undefined)
      return request;
    return { ...request, exactly: { ...exactly, count: 1 } };
  });
  return { ...object, devices: { ...objectAt(object, "devices"), requests: counted } };
}

export const storageCapacityRules: KindRules = {
  cells: { "Created At": (object) => object.metadata.creationTimestamp ?? null },
};
