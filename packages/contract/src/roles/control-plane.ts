import Type from "typebox";
import { controlPlaneEndpointSchema, controlPlaneEndpointV1Beta1Schema } from "../fields/cluster-fields.ts";
import { controlPlaneMachineTemplate } from "../fields/control-plane-machines.ts";
import { text } from "../fields/names.ts";
import { machineVersionsField, rolloutTimeField, selectorTextField } from "../fields/rollout-fields.ts";
import { int32 } from "../fields/scalars.ts";
import { conditionTypes } from "../conditions/condition-types.ts";
import { groups } from "../names/groups.ts";
import { conditionFields } from "./condition-fields.ts";
import { failureFields } from "./failure-fields.ts";
import { gone, place } from "./field.ts";
import { endpoint, endpointOfZeroValues, reportedEndpoint } from "./forms/endpoint.ts";
import { reportedVersion, reportedVersions, type StatusVersion, versionList, versionToRun } from "./forms/versions.ts";
import { type Role } from "./role.ts";

const initialized = Type.Boolean({ description: "The control plane has accepted requests; never reset." });
const instances = { of: "replicas", rule: "CP-013" } as const;
const count = (description: string) => int32(description, { minimum: 0 });

/** The Kubernetes control plane of a Cluster: contracts/control-plane.md. */
export const controlPlane = {
  group: groups.controlPlane,
  ending: "ControlPlane",
  provider: "control-plane",
  owner: "Cluster",
  sections: { spec: "CP-001", status: "CP-001" },
  template: { rule: "CP-001", level: "SHOULD" },
  done: "initialized",
  mirrored: { name: "available", type: conditionTypes.available },
  scale: { option: "replicas", desired: "desiredReplicas", observed: "replicas", selector: "selector" },
  infrastructureTemplate: {
    v1beta1: "spec.machineTemplate.infrastructureRef",
    v1beta2: "spec.machineTemplate.spec.infrastructureRef",
  },
  columns: [
    { name: "Initialized", field: "initialized" },
    { name: "Desired", field: "desiredReplicas", wide: true },
    { name: "Replicas", field: "replicas" },
    { name: "Version", field: "version" },
    { name: "Endpoint", field: "controlPlaneEndpoint", below: "host", wide: true },
  ],
  fields: {
    initialized: {
      v1beta1: place("status.initialized", "CP-002", initialized, { elsewhere: "AR-012" }),
      v1beta2: place("status.initialization.controlPlaneInitialized", "CP-002", initialized, { elsewhere: "AR-012" }),
      required: true,
      lasting: { why: "this field is never reset" },
    },
    controlPlaneEndpoint: {
      v1beta1: place("spec.controlPlaneEndpoint", "CP-003", controlPlaneEndpointV1Beta1Schema, {
        form: endpointOfZeroValues,
      }),
      v1beta2: place("spec.controlPlaneEndpoint", "CP-003", controlPlaneEndpointSchema, { form: endpoint }),
      reported: reportedEndpoint,
      lasting: { why: "the endpoint of a control plane never changes" },
    },
    desiredVersion: {
      v1beta1: place(
        "spec.version",
        "CP-005",
        versionToRun("Version of Kubernetes that the control plane should have."),
      ),
      userSets: "alone",
    },
    version: {
      v1beta1: place("status.version", "CP-005", text(256, "Oldest version of Kubernetes in the control plane.")),
      reported: reportedVersion,
    },
    versions: {
      v1beta1: place("status.versions", "CP-005", Type.Unsafe<StatusVersion[]>(machineVersionsField), {
        form: versionList,
      }),
      reported: reportedVersions,
      part: instances,
    },
    desiredReplicas: {
      v1beta1: place("spec.replicas", "CP-004", count("Desired number of instances of the control plane.")),
      userSets: "alone",
      option: "replicas",
    },
    machineTemplate: {
      v1beta2: place("spec.machineTemplate", "CP-006", controlPlaneMachineTemplate),
      userSets: "alone",
      option: "machines",
    },
    rolloutAfter: {
      v1beta2: place("spec.rollout.after", "CP-006", rolloutTimeField),
      userSets: "alone",
      option: "machines",
    },
    selector: { v1beta1: place("status.selector", "CP-004", selectorTextField), option: "replicas" },
    replicas: {
      v1beta1: place("status.replicas", "CP-004", count("Current number of instances.")),
      option: "replicas",
    },
    readyReplicas: {
      v1beta1: place("status.readyReplicas", "CP-004", count("Number of instances that are ready.")),
      option: "replicas",
      part: instances,
    },
    upToDateReplicas: {
      v1beta1: place("status.updatedReplicas", "CP-004", count("Number of instances that are up to date.")),
      v1beta2: place("status.upToDateReplicas", "CP-004", count("Number of instances that are up to date.")),
      option: "replicas",
      part: instances,
    },
    availableReplicas: {
      v1beta2: place("status.availableReplicas", "CP-004", count("Number of instances that are available.")),
      option: "replicas",
      part: instances,
      remainder: { of: "desiredReplicas", missing: "unavailableReplicas" },
    },
    unavailableReplicas: {
      v1beta1: place("status.unavailableReplicas", "CP-004", count("Number of instances that are missing.")),
      v1beta2: gone,
      option: "replicas",
      remainder: { of: "desiredReplicas", missing: "availableReplicas" },
    },
    externalManagedControlPlane: {
      v1beta1: place(
        "status.externalManagedControlPlane",
        "CP-006",
        Type.Boolean({ description: "The control plane has no Nodes in the cluster that it controls." }),
      ),
    },
    ...failureFields({ reason: "CP-011", message: "CP-011", lasting: "CP-011", ended: "CP-012" }),
    ...conditionFields("CP-007"),
  },
} as const satisfies Role;
