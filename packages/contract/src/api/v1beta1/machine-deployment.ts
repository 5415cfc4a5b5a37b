import Type from "typebox";
import { type KubernetesObject } from "../../kubernetes/kubernetes-object.ts";
import { type ResourceKind } from "../../kubernetes/resource-kind.ts";
import { MachineDeployment } from "../v1beta2/machine-deployment.ts";
import { conditionsV1Beta1Schema } from "../../fields/conditions.ts";
import { labelSelector } from "../../fields/label-selector.ts";
import { clusterNameField } from "../../fields/machine-fields.ts";
import {
  deletionOrderField,
  machineNaming,
  machineVersionsField,
  remediation,
  replicaCounters,
  rollingUpdateFields,
  selectorTextField,
} from "../../fields/rollout-fields.ts";
import { dateTime, int32, int64 } from "../../fields/scalars.ts";
import { stagedStatus } from "../../fields/staged-status.ts";
import { templateMetadata } from "../../fields/template-metadata.ts";
import { machineSpecSchema } from "./machine-spec.ts";

/** How new Machines replace old ones. */
export const strategySchema = Type.Object(
  {
    type: Type.Optional(
      Type.Enum(["RollingUpdate", "OnDelete"], {
        description: "RollingUpdate replaces Machines automatically; OnDelete waits until you delete them.",
      }),
    ),
    rollingUpdate: Type.Optional(
      Type.Object(
        { ...rollingUpdateFields, deletePolicy: Type.Optional(deletionOrderField) },
        { description: "Bounds of a rolling update." },
      ),
    ),
    remediation: Type.Optional(remediation()),
  },
  { description: "How new Machines replace old ones." },
);

/** `spec` of a v1beta1 MachineDeployment. */
export const machineDeploymentSpecSchema = Type.Object(
  {
    clusterName: clusterNameField,
    replicas: Type.Optional(int32("Desired number of Machines; 1 by default.")),
    rolloutAfter: Type.Optional(dateTime("Once this time has passed, Machines created before it are replaced.")),
    selector: labelSelector("The Machines of this deployment; must match the labels of the template."),
    template: Type.Object(
      { metadata: Type.Optional(templateMetadata()), spec: Type.Optional(machineSpecSchema) },
      { description: "Template of the Machines." },
    ),
    strategy: Type.Optional(strategySchema),
    machineNamingStrategy: Type.Optional(machineNaming()),
    minReadySeconds: Type.Optional(int32("How long a Node must be Ready before its Machine counts as available.")),
    revisionHistoryLimit: Type.Optional(int32("Ignored. Number of old MachineSets to keep.")),
    paused: Type.Optional(Type.Boolean({ description: "Whether rollouts of this MachineDeployment are paused." })),
    progressDeadlineSeconds: Type.Optional(int32("Ignored. Time limit of a rollout.")),
  },
  { description: "Desired state of the MachineDeployment." },
);

/** `status` of a v1beta1 MachineDeployment. */
export const machineDeploymentStatusSchema = Type.Object(
  {
    observedGeneration: Type.Optional(int64("Generation that was last reconciled.")),
    selector: Type.Optional(selectorTextField),
    replicas: Type.Optional(int32("Current number of Machines.")),
    updatedReplicas: Type.Optional(int32("Number of Machines created from the current template.")),
    readyReplicas: Type.Optional(int32("Number of Machines whose Node is Ready.")),
    availableReplicas: Type.Optional(int32("Number of Machines whose Node has been Ready long enough.")),
    unavailableReplicas: Type.Optional(int32("Number of unavailable Machines.")),
    phase: Type.Optional(
      Type.Enum(["ScalingUp", "ScalingDown", "Running", "Failed", "Unknown"], {
        description: "Phase of the MachineDeployment; for display only.",
      }),
    ),
    conditions: Type.Optional(conditionsV1Beta1Schema),
    versions: Type.Optional(machineVersionsField),
    v1beta2: Type.Optional(stagedStatus(replicaCounters)),
  },
  { description: "Observed state of the MachineDeployment." },
);

/** A set of Machines with rollouts from a template to the next, v1beta1. */
export interface MachineDeploymentV1Beta1 extends KubernetesObject {
  /** The desired state, which users write. */
  spec?: Type.Static<typeof machineDeploymentSpecSchema>;
  /** The observed state, which core writes. */
  status?: Type.Static<typeof machineDeploymentStatusSchema>;
}

/** MachineDeployments, of `cluster.x-k8s.io/v1beta1`. */
export const MachineDeploymentV1Beta1: ResourceKind<MachineDeploymentV1Beta1> = {
  group: MachineDeployment.group,
  version: "v1beta1",
  kind: MachineDeployment.kind,
  plural: MachineDeployment.plural,
  namespaced: true,
};
