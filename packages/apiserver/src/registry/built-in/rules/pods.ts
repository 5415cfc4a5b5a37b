import { isJsonObject, jsonEqual, type JsonObject, listAt, objectAt, textAt, without } from "@capstan/kube";
import { type ApiObject } from "../../../object/api-object.ts";
import { hasEnded } from "../../../object/pod.ts";
import { type FieldError, forbiddenAt } from "../../../status/field-error.ts";
import { ageOf } from "../../columns/standard-columns.ts";
import { at, type KindRules } from "./cells.ts";
import { completePodSpec, qosClassOf, withRequests } from "./pod-spec.ts";
import { checkPodSpec } from "./pod-validation.ts";

export const podRules: KindRules = {
  statusKeeps: ["ownerReferences"],
  complete: (object) => {
    const spec = objectAt(object, "spec");
    return spec === undefined ? object : { ...object, spec: withRequests(completePodSpec(spec)) };
  },
  prepareForCreate: (object) => ({
    ...object,
    status: { phase: "Pending", qosClass: qosClassOf(objectAt(object, "spec")) },
  }),
  // Set when the Pod is created.
  prepareForUpdate: (object, previous) => {
    const qosClass = textAt(previous, "status", "qosClass");
    const status = objectAt(object, "status");
    return qosClass === undefined ? object : { ...object, status: { ...status, qosClass } };
  },
  validate: (object, previous, subresource) => [
    ...checkPodSpec(objectAt(object, "spec") ?? {}, "spec"),
    ...(previous === undefined || subresource !== undefined ? [] : checkUpdate(object, previous)),
  ],
  fieldValue: (object, field) => {
    if (field === "spec.host") return textAt(object, "spec", "nodeName") ?? "";
    if (field === "spec.hostNetwork") return String(objectAt(object, "spec")?.hostNetwork === true);
    return field === "status.podIPs" ? podIPs(object) : undefined;
  },
  cells: {
    Ready: (object) => {
      const ready = listAt(object, "status", "containerStatuses").filter(
        (status) => isJsonObject(status) && status.ready === true && objectAt(status, "state", "running") !== undefined,
      );
      return `${ready.length}/${listAt(object, "spec", "containers").length}`;
    },
    Status: statusCell,
    Restarts: restartsCell,
    IP: (object) => textAt(listAt(object, "status", "podIPs")[0], "ip") ?? "<none>",
    Node: at("spec", "nodeName")("<none>"),
    "Nominated Node": at("status", "nominatedNodeName")("<none>"),
    "Readiness Gates": (object) => {
      const gates = listAt(object, "spec", "readinessGates");
      const isTrue = (gate: unknown): boolean =>
        listAt(object, "status", "conditions").some(
          (one) => textAt(one, "type") === textAt(gate, "conditionType") && textAt(one, "status") === "True",
        );
      return gates.length === 0 ? "<none>" : `${gates.filter(isTrue).length}/${gates.length}`;
    },
  },
};

function podIPs(object: ApiObject): string {
  return listAt(object, "status", "podIPs")
    .map((one) => textAt(one, "ip") ?? "")
    .join(",");
}

function statusCell(object: ApiObject): string {
  const phase = textAt(object, "status", "phase") ?? "";
  const gated = listAt(object, "status", "conditions").some((one) => textAt(one, "reason") === "SchedulingGated");
  const why = textAt(object, "status", "reason");
  if (object.metadata.deletionTimestamp !== undefined && !hasEnded(object)) {
    return why === "NodeLost" ? "Unknown" : "Terminating";
  }
  const stopped = listAt(object, "status", "containerStatuses")
    .map(reasonOf)
    .find((reason) => reason !== undefined);
  return stopped ?? (gated ? "SchedulingGated" : (why ?? phase));
}

/** Why a container is not running. */
function reasonOf(status: unknown): string | undefined {
  const waiting = textAt(status, "state", "waiting", "reason");
  const terminated = objectAt(status, "state", "terminated");
  if (waiting !== undefined || terminated === undefined) return waiting;
  const { reason, signal, exitCode } = terminated;
  if (typeof reason === "string" && reason !== "") return reason;
  return typeof signal === "number" && signal !== 0 ? `Signal:${signal}` : `ExitCode:${String(exitCode)}`;
}

function restartsCell(object: ApiObject, now: number): string {
  const statuses = listAt(object, "status", "containerStatuses").filter(isJsonObject);
  const restarts = statuses.reduce((sum, { restartCount }) => sum + Number(restartCount ?? 0), 0);
  const last = statuses
    .map((status) => textAt(status, "lastState", "terminated", "finishedAt") ?? "")
    .sort()
    .at(-1);
  return restarts === 0 || last === undefined || last === ""
    ? String(restarts)
    : `${restarts} (${ageOf(last, now)} ago)`;
}

const changeable = ["activeDeadlineSeconds", "tolerations", "terminationGracePeriodSeconds", "schedulingGates"];

function checkUpdate(pod: ApiObject, previous: ApiObject): FieldError[] {
  for (const field of ["containers", "initContainers"]) {
    if (listAt(pod, "spec", field).length === listAt(previous, "spec", field).length) continue;
    const detail = "pod updates may not add or remove containers";
    return [forbiddenAt(`spec.${field}`, detail)];
  }
  if (jsonEqual(fixedPart(pod), fixedPart(previous))) return [];
  const detail =
    "pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";
  return [forbiddenAt("spec", detail)];
}

/** The immutable part of a Pod. */
function fixedPart(pod: ApiObject): JsonObject {
  const spec = objectAt(pod, "spec") ?? {};
  const bare = (field: string): unknown =>
    listAt(spec, field).map((one) => (isJsonObject(one) ? without(one, "image", "imagePullPolicy") : one));
  return { ...without(spec, ...changeable), containers: bare("containers"), initContainers: bare("initContainers") };
}
