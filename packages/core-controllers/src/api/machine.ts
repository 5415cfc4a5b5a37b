import { definedFields, fieldsOf, type JsonObject } from "@capstan/kube";
import { durationOf, secondsOf } from "./duration-seconds.ts";
import { filled, ifThere, present } from "./fields.ts";
import type { KindForms } from "./kind-forms.ts";
import { contractRef, objectRef, type ReferenceContext } from "./references.ts";
import { type StatusForm, statusToV1Beta1, statusToV1Beta2 } from "./status-forms.ts";

const shared = ["clusterName", "version", "providerID", "failureDomain", "taints"];
const timeouts = ["nodeDrainTimeout", "nodeVolumeDetachTimeout", "nodeDeletionTimeout"];

/** The time limits of a deletion: durations in v1beta1, an object with seconds in v1beta2. */
export function deletionToV1Beta2(spec: JsonObject): JsonObject {
  return Object.fromEntries(timeouts.map((name) => [`${name}Seconds`, secondsOf(spec[name])]));
}

/** The fields of {@link deletionToV1Beta2} in v1beta1. */
export function deletionToV1Beta1(deletion: unknown): JsonObject {
  return Object.fromEntries(timeouts.map((name) => [name, durationOf(fieldsOf(deletion)[`${name}Seconds`])]));
}

/** The `spec` of a Machine or Machine template, in v1beta2. */
export function machineSpecToV1Beta2(spec: JsonObject): JsonObject {
  return definedFields({
    ...common(spec),
    bootstrap: ifThere(spec.bootstrap, ({ configRef, dataSecretName }) =>
      definedFields({ configRef: contractRef(configRef), dataSecretName }),
    ),
    infrastructureRef: contractRef(spec.infrastructureRef),
    readinessGates: filled(spec.readinessGates),
    deletion: present(deletionToV1Beta2(spec)),
  });
}

/** The `spec` of a Machine or Machine template, in v1beta1, which has no place for `minReadySeconds`. */
export function machineSpecToV1Beta1(spec: JsonObject, context: ReferenceContext): JsonObject {
  return definedFields({
    ...common(spec),
    bootstrap: ifThere(spec.bootstrap, ({ configRef, dataSecretName }) =>
      definedFields({ configRef: objectRef(configRef, context), dataSecretName }),
    ),
    infrastructureRef: objectRef(spec.infrastructureRef, context),
    readinessGates: spec.readinessGates,
    ...deletionToV1Beta1(spec.deletion),
  });
}

function common(spec: JsonObject): JsonObject {
  return Object.fromEntries(shared.map((name) => [name, spec[name]]));
}

const status: StatusForm = {
  deprecated: ["conditions", "failureReason", "failureMessage"],
  staged: ["conditions"],
  flags: { bootstrapDataSecretCreated: "bootstrapReady", infrastructureProvisioned: "infrastructureReady" },
  shared: ["nodeInfo", "lastUpdated", "addresses", "certificatesExpiryDate"],
};

/** Machines in both versions. */
export const machineForms: KindForms = {
  specToV1Beta2: machineSpecToV1Beta2,
  specToV1Beta1: machineSpecToV1Beta1,
  statusToV1Beta2: (old) => ({
    ...statusToV1Beta2(old, status),
    nodeRef: present({ name: fieldsOf(old.nodeRef).name }),
    phase: old.phase,
    deletion: present(fieldsOf(old.deletion)),
  }),
  statusToV1Beta1: (now) => ({
    ...statusToV1Beta1(now, status),
    nodeRef: ifThere(now.nodeRef, ({ name }) => definedFields({ apiVersion: "v1", kind: "Node", name })),
    // v1beta1 has no phase Updating: a Machine that is updated in place is Running.
    phase: now.phase === "Updating" ? "Running" : now.phase,
    deletion: now.deletion,
  }),
};
