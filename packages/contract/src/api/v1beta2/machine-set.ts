import Type from "typebox";
import { type KubernetesObject } from "../../kubernetes/kubernetes-object.ts";
import { type ResourceKind } from "../../kubernetes/resource-kind.ts";
import { coreResource } from "../../names/core-resource.ts";
import { conditionsSchema } from "../../fields/conditions.ts";
import { observedGenerationField } from "../../fields/observed-generation.ts";
import { deprecatedStatus, failureFields } from "../../fields/deprecated-status.ts";
import { clusterNameField } from "../../fields/machine-fields.ts";
import {
  deletionOrderField,
  desiredReplicasField,
  machineNaming,
  machineTemplate,
  machineVersionsField,
  replicaCounters,
  scaleStatus,
  setCountersV1Beta1,
  setSelectorField,
} from "../../fields/rollout-fields.ts";
import { templateMetadata } from "../../fields/template-metadata.ts";
import { machineSpecSchema } from "./machine-spec.ts";

/** The template of the Machines in a MachineSet or MachineDeployment. */
export const machineTemplateSchema = machineTemplate({
  metadata: Type.Optional(templateMetadata({ minProperties: 1 })),
  spec: machineSpecSchema,
});

/** The choice of Machines to delete in a MachineSet or MachineDeployment. */
export const deletionSchema = Type.Object(
  { order: Type.Optional(deletionOrderField) },
  { minProperties: 1, description: "How Machines are chosen for deletion." },
);

/** `spec` of a v1beta2 MachineSet. */
export const machineSetSpecSchema = Type.Object(
  {
    clusterName: clusterNameField,
    replicas: Type.Optional(desiredReplicasField),
    selector: setSelectorField,
    template: machineTemplateSchema,
    machineNaming: Type.Optional(machineNaming({ minProperties: 1 })),
    deletion: Type.Optional(deletionSchema),
  },
  { description: "Desired state of the MachineSet." },
);

/** `status` of a v1beta2 MachineSet. */
export const machineSetStatusSchema = Type.Object(
  {
    conditions: Type.Optional(conditionsSchema),
    ...scaleStatus,
    ...replicaCounters,
    versions: Type.Optional(machineVersionsField),
    observedGeneration: Type.Optional(observedGenerationField),
    deprecated: Type.Optional(
      deprecatedStatus({
        ...failureFields,
        ...setCountersV1Beta1,
      }),
    ),
  },
  { minProperties: 1, description: "Observed state of the MachineSet." },
);

/** The spec of a MachineSet, v1beta2. */
export type MachineSetSpec = Type.Static<typeof machineSetSpecSchema>;
/** The status of a MachineSet, v1beta2. */
export type MachineSetStatus = Type.Static<typeof machineSetStatusSchema>;

/** A number of identical Machines, v1beta2. */
export interface MachineSet extends KubernetesObject {
  /** The desired state, which users write. */
  spec: MachineSetSpec;
  /** The observed state, which core writes. */
  status?: MachineSetStatus;
}

/** MachineSets, of `cluster.x-k8s.io/v1beta2`. */
export const MachineSet: ResourceKind<MachineSet> = coreResource("MachineSet", "machinesets");
