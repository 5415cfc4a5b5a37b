import { listAt, objectAt, textAt } from "@capstan/kube";
import { type FieldError, forbiddenAt, invalidAt } from "../../../status/field-error.ts";
import { type ApiObject, withMetadata } from "../../../object/api-object.ts";
import { at, type KindRules, text } from "./cells.ts";

export const nodeRules: KindRules = {
  // A kubelet sets it when it registers.
  keepsStatus: true,
  complete: withAllocatable,
  fieldValue: (object, field) =>
    field === "spec.unschedulable" ? String(objectAt(object, "spec")?.unschedulable === true) : undefined,
  validate: (object, previous) => {
    const before = textAt(previous, "spec", "providerID") ?? "";
    if (before === "" || before === textAt(object, "spec", "providerID")) return [];
    const detail = 'node updates may not change providerID except from "" to valid';
    return [forbiddenAt("spec.providerID", detail)];
  },
  cells: {
    Status: (object) => nodeStatus(object),
    Roles: (object) => nodeRoles(object),
    Version: (object) => textAt(object, "status", "nodeInfo", "kubeletVersion") ?? "",
    "Internal-IP": (object) => nodeAddress(object, "InternalIP"),
    "External-IP": (object) => nodeAddress(object, "ExternalIP"),
    "OS-Image": at("status", "nodeInfo", "osImage")("<unknown>"),
    "Kernel-Version": at("status", "nodeInfo", "kernelVersion")("<unknown>"),
    "Container-Runtime": at("status", "nodeInfo", "containerRuntimeVersion")("<unknown>"),
  },
};

/** The default of allocatable is the capacity. */
function withAllocatable(object: ApiObject): ApiObject {
  const status = objectAt(object, "status");
  const capacity = objectAt(status, "capacity");
  if (capacity === undefined || objectAt(status, "allocatable") !== undefined) return object;
  const { capacity: own, ...rest } = status ?? {};
  return { ...object, status: { capacity: own, allocatable: capacity, ...rest } };
}

function nodeStatus(object: ApiObject): string {
  const ready = listAt(object, "status", "conditions").find((condition) => textAt(condition, "type") === "Ready");
  const status = ready === undefined ? "Unknown" : textAt(ready, "status") === "True" ? "Ready" : "NotReady";
  return objectAt(object, "spec")?.unschedulable === true ? `${status},SchedulingDisabled` : status;
}

function nodeRoles(object: ApiObject): string {
  const prefix = "node-role.kubernetes.io/";
  const roles = Object.entries(object.metadata.labels ?? {}).flatMap(([label, value]) =>
    label.startsWith(prefix) && label !== prefix
      ? [label.slice(prefix.length)]
      : label === "kubernetes.io/role" && value !== ""
        ? [value]
        : [],
  );
  return [...new Set(roles)].sort().join(",") || "<none>";
}

function nodeAddress(object: ApiObject, type: string): string {
  const address = listAt(object, "status", "addresses").find((candidate) => textAt(candidate, "type") === type);
  return textAt(address, "address") ?? "<none>";
}

const immortal = ["default", "kube-public", "kube-system"];

export const namespaceRules: KindRules = {
  whyKept: ({ metadata }) => (immortal.includes(metadata.name) ? "this namespace may not be deleted" : undefined),
  complete: labeled,
  prepareForCreate: (object) =>
    labeled({ ...object, spec: { finalizers: ["kubernetes"] }, status: { phase: "Active" } }),
  // Only /finalize changes the list of finalizers.
  prepareForUpdate: (object, previous) => labeled({ ...object, spec: previous.spec }),
  validate: (object, _previous, subresource) => (subresource === "status" ? checkPhase(object) : []),
  cells: { Status: text("status", "phase") },
};

/** The path is that of the API server, which writes the field in upper case. */
function checkPhase(object: ApiObject): FieldError[] {
  const phase = textAt(object, "status", "phase") ?? "";
  const isTerminating = object.metadata.deletionTimestamp !== undefined;
  const expected = isTerminating ? "Terminating" : "Active";
  if (phase === expected) return [];
  const when = isTerminating ? "not empty" : "empty";
  return [invalidAt("status.Phase", phase, `may only be '${expected}' if \`deletionTimestamp\` is ${when}`)];
}

function labeled(object: ApiObject): ApiObject {
  const { labels } = object.metadata;
  const name = object.metadata.name as string | undefined;
  if (name === undefined || name === "") return object;
  return withMetadata(object, { labels: { ...labels, "kubernetes.io/metadata.name": name } });
}

export const componentStatusRules: KindRules = {
  deprecationWarning: "v1 ComponentStatus is deprecated in v1.19+",
  cells: {
    Status: (object) => (textAt(healthOf(object), "status") === "True" ? "Healthy" : "Unhealthy"),
    Message: (object) => textAt(healthOf(object), "message") ?? "",
    Error: (object) => textAt(healthOf(object), "error") ?? "",
  },
};

function healthOf(object: ApiObject): unknown {
  return listAt(object, "conditions").find((condition) => textAt(condition, "type") === "Healthy");
}
