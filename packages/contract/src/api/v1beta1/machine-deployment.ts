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
        description: "RollingUpdate replaces on its own, OnDelete waits.",
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
    replicas: Type.Optional(int32("Wanted number of Machines; 1 by default.")),
    rolloutAfter: Type.Optional(dateTime("Machines made before this time are replaced once it has passed.")),
    selector: labelSelector("The Machines of this deployment; has to match the labels of the template."),
    template: Type.Object(
      { metadata: Type.Optional(templateMetadata()), spec: Type.Optional(machineSpecSchema) },
      { description: "What the Machines are made from." },
    ),
    strategy: Type.Optional(strategySchema),
    machineNamingStrategy: Type.Optional(machineNaming()),
    minReadySeconds: Type.Optional(int32("How long a Node must be Ready before its Machine counts as available.")),
    revisionHistoryLimit: Type.Optional(int32("How many old MachineSets are kept; no longer used.")),
    paused: Type.Optional(Type.Boolean({ description: "Whether rollouts of this deployment rest." })),
    progressDeadlineSeconds: Type.Optional(int32("How long a rollout may take; never used.")),
  },
  { description: "Desired state of the MachineDeployment." },
);

/** `status` of a v1beta1 MachineDeployment. */
export const machineDeploymentStatusSchema = Type.Object(
  {
    observedGeneration: Type.Optional(int64("Generation that was last reconciled.")),
    selector: Type.Optional(selectorTextField),
    replicas: Type.Optional(int32("Number of Machines there are.")),
    updatedReplicas: Type.Optional(int32("Number of Machines made from the current template.")),
    readyReplicas: Type.Optional(int32("Number of Machines whose Node is Ready.")),
    availableReplicas: Type.Optional(int32("Number of Machines whose Node has been Ready long enough.")),
    unavailableReplicas: Type.Optional(int32("Number of Machines missing from full availability.")),
    phase: Type.Optional(
      Type.Enum(["ScalingUp", "ScalingDown", "Running", "Failed", "Unknown"], {
        description: "What the deployment is doing; for people.",
      }),
    ),
    conditions: Type.Optional(conditionsV1Beta1Schema),
    versions: Type.Optional(machineVersionsField),
    v1beta2: Type.Optional(stagedStatus(replicaCounters)),
  },
  { description: "What the MachineDeployment is." },
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
