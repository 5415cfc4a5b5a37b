import Type from "typebox";
import { type KubernetesObject } from "../../kubernetes/kubernetes-object.ts";
import { type ResourceKind } from "../../kubernetes/resource-kind.ts";
import { groups } from "../../names/groups.ts";
import { conditionsSchema } from "../../fields/conditions.ts";
import { deprecatedStatus, failureFields } from "../../fields/deprecated-status.ts";
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
import { templateMetadata } from "../../fields/template-metadata.ts";
import { machineSpecSchema } from "./machine-spec.ts";

/** The template of the Machines in a MachineSet or MachineDeployment. */
export const machineTemplateSchema = Type.Object(
  { metadata: Type.Optional(templateMetadata({ minProperties: 1 })), spec: machineSpecSchema },
  { description: "Template of the Machines." },
);

/** `spec` of a v1beta2 MachineSet. */
export const machineSetSpecSchema = Type.Object(
  {
    clusterName: clusterNameField,
    replicas: Type.Optional(int32("Desired number of Machines; 1 by default.")),
    selector: labelSelector("The Machines of this set; must match the labels of the template."),
    template: machineTemplateSchema,
    machineNaming: Type.Optional(machineNaming({ minProperties: 1 })),
    deletion: Type.Optional(
      Type.Object(
        { order: Type.Optional(deletionOrderField) },
        { minProperties: 1, description: "How Machines are chosen for deletion." },
      ),
    ),
  },
  { description: "Desired state of the MachineSet." },
);

/** `status` of a v1beta2 MachineSet. */
export const machineSetStatusSchema = Type.Object(
  {
    conditions: Type.Optional(conditionsSchema),
    selector: Type.Optional(selectorTextField),
    replicas: Type.Optional(int32("Current number of Machines.")),
    ...replicaCounters,
    versions: Type.Optional(machineVersionsField),
    observedGeneration: Type.Optional(int64("Generation that was last reconciled.", { minimum: 1 })),
    deprecated: Type.Optional(
      deprecatedStatus({
        ...failureFields,
        fullyLabeledReplicas: Type.Optional(int32("Number of Machines with all labels of the template.")),
        readyReplicas: Type.Optional(int32("Number of Machines whose Node is Ready.")),
        availableReplicas: Type.Optional(int32("Number of Machines whose Node has been Ready long enough.")),
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
export const MachineSet: ResourceKind<MachineSet> = {
  group: groups.core,
  version: "v1beta2",
  kind: "MachineSet",
  plural: "machinesets",
  namespaced: true,
};
