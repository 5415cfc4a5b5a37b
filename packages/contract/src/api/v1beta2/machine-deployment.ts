import Type from "typebox";
import { type KubernetesObject } from "../../kubernetes/kubernetes-object.ts";
import { type ResourceKind } from "../../kubernetes/resource-kind.ts";
import { groups } from "../../names/groups.ts";
import { conditionsSchema } from "../../fields/conditions.ts";
import { deprecatedStatus } from "../../fields/deprecated-status.ts";
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
import { machineTemplateSchema } from "./machine-set.ts";

/** How new Machines replace old ones. */
export const rolloutStrategySchema = Type.Object(
  {
    type: Type.Enum(["RollingUpdate", "OnDelete"], {
      description: "RollingUpdate replaces Machines automatically; OnDelete waits until you delete them.",
    }),
    rollingUpdate: Type.Optional(
      Type.Object(rollingUpdateFields, { minProperties: 1, description: "Bounds of a rolling update." }),
    ),
  },
  { minProperties: 1, description: "How new Machines replace old ones." },
);

/** `spec` of a v1beta2 MachineDeployment. */
export const machineDeploymentSpecSchema = Type.Object(
  {
    clusterName: clusterNameField,
    replicas: Type.Optional(int32("Desired number of Machines; 1 by default.")),
    rollout: Type.Optional(
      Type.Object(
        {
          after: Type.Optional(dateTime("Once this time has passed, Machines created before it are replaced.")),
          strategy: Type.Optional(rolloutStrategySchema),
        },
        { minProperties: 1, description: "When and how Machines are replaced." },
      ),
    ),
    selector: labelSelector("The Machines of this deployment; must match the labels of the template."),
    template: machineTemplateSchema,
    machineNaming: Type.Optional(machineNaming({ minProperties: 1 })),
    remediation: Type.Optional(remediation({ minProperties: 1 })),
    deletion: Type.Optional(
      Type.Object(
        { order: Type.Optional(deletionOrderField) },
        { minProperties: 1, description: "How Machines are chosen for deletion." },
      ),
    ),
    paused: Type.Optional(Type.Boolean({ description: "Whether rollouts of this MachineDeployment are paused." })),
  },
  { description: "Desired state of the MachineDeployment." },
);

/** `status` of a v1beta2 MachineDeployment. */
export const machineDeploymentStatusSchema = Type.Object(
  {
    conditions: Type.Optional(conditionsSchema),
    observedGeneration: Type.Optional(int64("Generation that was last reconciled.", { minimum: 1 })),
    selector: Type.Optional(selectorTextField),
    replicas: Type.Optional(int32("Current number of Machines.")),
    ...replicaCounters,
    versions: Type.Optional(machineVersionsField),
    phase: Type.Optional(
      Type.Enum(["ScalingUp", "ScalingDown", "Running", "Failed", "Unknown"], {
        description: "Phase of the MachineDeployment; for display only.",
      }),
    ),
    deprecated: Type.Optional(
      deprecatedStatus({
        updatedReplicas: Type.Optional(int32("Number of Machines created from the current template.")),
        readyReplicas: Type.Optional(int32("Number of Machines whose Node is Ready.")),
        availableReplicas: Type.Optional(int32("Number of Machines whose Node has been Ready long enough.")),
        unavailableReplicas: Type.Optional(int32("Number of unavailable Machines.")),
      }),
    ),
  },
  { minProperties: 1, description: "Observed state of the MachineDeployment." },
);

/** The spec of a MachineDeployment, v1beta2. */
export type MachineDeploymentSpec = Type.Static<typeof machineDeploymentSpecSchema>;
/** The status of a MachineDeployment, v1beta2. */
export type MachineDeploymentStatus = Type.Static<typeof machineDeploymentStatusSchema>;

/** A set of Machines with rollouts from a template to the next, v1beta2. */
export interface MachineDeployment extends KubernetesObject {
  /** The desired state, which users write. */
  spec: MachineDeploymentSpec;
  /** The observed state, which core writes. */
  status?: MachineDeploymentStatus;
}

/** MachineDeployments, of `cluster.x-k8s.io/v1beta2`. */
export const MachineDeployment: ResourceKind<MachineDeployment> = {
  group: groups.core,
  version: "v1beta2",
  kind: "MachineDeployment",
  plural: "machinedeployments",
  namespaced: true,
};
