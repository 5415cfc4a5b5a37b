import Type from "typebox";
import { type KubernetesObject } from "../../kubernetes/kubernetes-object.ts";
import { type ResourceKind } from "../../kubernetes/resource-kind.ts";
import { coreResourceV1Beta1 } from "../../names/core-resource.ts";
import { MachineDeployment } from "../v1beta2/machine-deployment.ts";
import { conditionsV1Beta1Schema } from "../../fields/conditions.ts";
import { observedGenerationV1Beta1Field } from "../../fields/observed-generation.ts";
import { clusterNameField } from "../../fields/machine-fields.ts";
import {
  deletionOrderField,
  deploymentCountersV1Beta1,
  deploymentPhaseField,
  deploymentSelectorField,
  desiredReplicasField,
  machineNaming,
  machineVersionsField,
  minReadySecondsV1Beta1Field,
  remediation,
  replicaCounters,
  rollingUpdateFields,
  rolloutsPausedField,
  rolloutTimeField,
  scaleStatus,
  strategyTypeField,
} from "../../fields/rollout-fields.ts";
import { int32 } from "../../fields/scalars.ts";
import { stagedStatus } from "../../fields/staged-status.ts";
import { machineTemplateSchema } from "./machine-set.ts";

/** How new Machines replace old ones. */
export const strategySchema = Type.Object(
  {
    type: Type.Optional(strategyTypeField),
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
    replicas: Type.Optional(desiredReplicasField),
    rolloutAfter: Type.Optional(rolloutTimeField),
    selector: deploymentSelectorField,
    template: machineTemplateSchema,
    strategy: Type.Optional(strategySchema),
    machineNamingStrategy: Type.Optional(machineNaming()),
    minReadySeconds: Type.Optional(minReadySecondsV1Beta1Field),
    revisionHistoryLimit: Type.Optional(int32("How many old MachineSets are kept; no longer used.")),
    paused: Type.Optional(rolloutsPausedField),
    progressDeadlineSeconds: Type.Optional(int32("How long a rollout may take; never used.")),
  },
  { description: "Desired state of the MachineDeployment." },
);

/** `status` of a v1beta1 MachineDeployment. */
export const machineDeploymentStatusSchema = Type.Object(
  {
    observedGeneration: Type.Optional(observedGenerationV1Beta1Field),
    ...scaleStatus,
    ...deploymentCountersV1Beta1,
    phase: Type.Optional(deploymentPhaseField),
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
export const MachineDeploymentV1Beta1: ResourceKind<MachineDeploymentV1Beta1> = coreResourceV1Beta1(MachineDeployment);
