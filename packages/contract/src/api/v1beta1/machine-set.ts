import Type from "typebox";
import { type KubernetesObject } from "../../kubernetes/kubernetes-object.ts";
import { type ResourceKind } from "../../kubernetes/resource-kind.ts";
import { coreResourceV1Beta1 } from "../../names/core-resource.ts";
import { MachineSet } from "../v1beta2/machine-set.ts";
import { conditionsV1Beta1Schema } from "../../fields/conditions.ts";
import { observedGenerationV1Beta1Field } from "../../fields/observed-generation.ts";
import { failureFields } from "../../fields/deprecated-status.ts";
import { clusterNameField } from "../../fields/machine-fields.ts";
import {
  deletionOrderField,
  desiredReplicasField,
  machineNaming,
  machineTemplate,
  machineVersionsField,
  minReadySecondsV1Beta1Field,
  replicaCounters,
  scaleStatus,
  setCountersV1Beta1,
  setSelectorField,
} from "../../fields/rollout-fields.ts";
import { stagedStatus } from "../../fields/staged-status.ts";
import { templateMetadata } from "../../fields/template-metadata.ts";
import { machineSpecSchema } from "./machine-spec.ts";

/** The template of the Machines in a MachineSet or MachineDeployment. */
export const machineTemplateSchema = machineTemplate({
  metadata: Type.Optional(templateMetadata()),
  spec: Type.Optional(machineSpecSchema),
});

/** `spec` of a v1beta1 MachineSet. */
export const machineSetSpecSchema = Type.Object(
  {
    clusterName: clusterNameField,
    replicas: Type.Optional(desiredReplicasField),
    minReadySeconds: Type.Optional(minReadySecondsV1Beta1Field),
    deletePolicy: Type.Optional(deletionOrderField),
    selector: setSelectorField,
    template: Type.Optional(machineTemplateSchema),
    machineNamingStrategy: Type.Optional(machineNaming()),
  },
  { description: "Desired state of the MachineSet." },
);

/** `status` of a v1beta1 MachineSet. */
export const machineSetStatusSchema = Type.Object(
  {
    ...scaleStatus,
    ...setCountersV1Beta1,
    observedGeneration: Type.Optional(observedGenerationV1Beta1Field),
    ...failureFields,
    conditions: Type.Optional(conditionsV1Beta1Schema),
    versions: Type.Optional(machineVersionsField),
    v1beta2: Type.Optional(stagedStatus(replicaCounters)),
  },
  { description: "Observed state of the MachineSet." },
);

/** A number of identical Machines, v1beta1. */
export interface MachineSetV1Beta1 extends KubernetesObject {
  /** The desired state, which users write. */
  spec?: Type.Static<typeof machineSetSpecSchema>;
  /** The observed state, which core writes. */
  status?: Type.Static<typeof machineSetStatusSchema>;
}

/** MachineSets, of `cluster.x-k8s.io/v1beta1`. */
export const MachineSetV1Beta1: ResourceKind<MachineSetV1Beta1> = coreResourceV1Beta1(MachineSet);
