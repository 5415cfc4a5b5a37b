import Type from "typebox";
import { type KubernetesObject } from "../../kubernetes/kubernetes-object.ts";
import { type ResourceKind } from "../../kubernetes/resource-kind.ts";
import { MachineSet } from "../v1beta2/machine-set.ts";
import { conditionsV1Beta1Schema } from "../../fields/conditions.ts";
import { failureFields } from "../../fields/deprecated-status.ts";
import { labelSelector } from "../../fields/label-selector.ts";
import { clusterNameField } from "../../fields/machine-fields.ts";
import {
  deletionOrderField,
  machineNaming,
  machineVersionsField,
  replicaCounters,
  selectorTextField,
} from "../../fields/rollout-fields.ts";
import { int32, int64 } from "../../fields/scalars.ts";
import { stagedStatus } from "../../fields/staged-status.ts";
import { templateMetadata } from "../../fields/template-metadata.ts";
import { machineSpecSchema } from "./machine-spec.ts";

/** `spec` of a v1beta1 MachineSet. */
export const machineSetSpecSchema = Type.Object(
  {
    clusterName: clusterNameField,
    replicas: Type.Optional(int32("Desired number of Machines; 1 by default.")),
    minReadySeconds: Type.Optional(int32("How long a Node must be Ready before its Machine counts as available.")),
    deletePolicy: Type.Optional(deletionOrderField),
    selector: labelSelector("The Machines of this set; must match the labels of the template."),
    template: Type.Optional(
      Type.Object(
        { metadata: Type.Optional(templateMetadata()), spec: Type.Optional(machineSpecSchema) },
        { description: "Template of the Machines." },
      ),
    ),
    machineNamingStrategy: Type.Optional(machineNaming()),
  },
  { description: "Desired state of the MachineSet." },
);

/** `status` of a v1beta1 MachineSet. */
export const machineSetStatusSchema = Type.Object(
  {
    selector: Type.Optional(selectorTextField),
    replicas: Type.Optional(int32("Current number of Machines.")),
    fullyLabeledReplicas: Type.Optional(int32("Number of Machines with all labels of the template.")),
    readyReplicas: Type.Optional(int32("Number of Machines whose Node is Ready.")),
    availableReplicas: Type.Optional(int32("Number of Machines whose Node has been Ready long enough.")),
    observedGeneration: Type.Optional(int64("Generation that was last reconciled.")),
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
export const MachineSetV1Beta1: ResourceKind<MachineSetV1Beta1> = {
  group: MachineSet.group,
  version: "v1beta1",
  kind: MachineSet.kind,
  plural: MachineSet.plural,
  namespaced: true,
};
