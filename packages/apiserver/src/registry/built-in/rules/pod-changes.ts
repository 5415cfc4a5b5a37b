import { isJsonObject, type JsonObject, jsonEqual, listAt, objectAt, textAt, without } from "@capstan/kube";
import { type ApiObject } from "../../../object/api-object.ts";
import { type FieldError } from "../../../status/field-error.ts";

/** Validates fields that a new Pod must not have. */
export function checkNew(pod: ApiObject): FieldError[] {
  if (listAt(pod, "spec", "ephemeralContainers").length === 0) return [];
  return [{ type: "Forbidden", field: "spec.ephemeralContainers", detail: "cannot be set on create" }];
}

/** Validates a change of a Pod, directly or through a subresource. */
export function checkChange(pod: ApiObject, previous: ApiObject, subresource: string | undefined): FieldError[] {
  if (subresource === undefined) return checkUpdate(pod, previous);
  return subresource === "ephemeralcontainers" ? checkEphemeral(pod, previous) : [];
}

const changeable = ["activeDeadlineSeconds", "tolerations", "terminationGracePeriodSeconds", "schedulingGates"];

function checkUpdate(pod: ApiObject, previous: ApiObject): FieldError[] {
  for (const field of ["containers", "initContainers"]) {
    if (listAt(pod, "spec", field).length === listAt(previous, "spec", field).length) continue;
    const detail = "pod updates may not add or remove containers";
    return [{ type: "Forbidden", field: `spec.${field}`, detail }];
  }
  if (jsonEqual(fixedPart(pod), fixedPart(previous))) return [];
  const detail =
    "pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";
  return [{ type: "Forbidden", field: "spec", detail }];
}

/** The immutable part of a Pod. */
function fixedPart(pod: ApiObject): JsonObject {
  const spec = objectAt(pod, "spec") ?? {};
  const bare = (field: string): unknown =>
    listAt(spec, field).map((one) => (isJsonObject(one) ? without(one, "image", "imagePullPolicy") : one));
  return { ...without(spec, ...changeable), containers: bare("containers"), initContainers: bare("initContainers") };
}

/** Ephemeral containers can be added, but neither changed nor removed. */
function checkEphemeral(pod: ApiObject, previous: ApiObject): FieldError[] {
  const field = "spec.ephemeralContainers";
  const containers = listAt(pod, "spec", "ephemeralContainers");
  return listAt(previous, "spec", "ephemeralContainers").flatMap((before): FieldError[] => {
    const name = textAt(before, "name") ?? "";
    const after = containers.find((one) => textAt(one, "name") === name);
    if (after !== undefined && jsonEqual(after, before)) return [];
    // The real server appends the difference, which is empty if there is nothing to compare.
    const what = after === undefined ? "removed\n" : "changed";
    return [
      { type: "Forbidden", field, detail: `existing ephemeral containers ${JSON.stringify(name)} may not be ${what}` },
    ];
  });
}
