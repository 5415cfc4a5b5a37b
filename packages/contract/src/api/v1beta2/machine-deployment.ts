import Type from "typebox";
import { type KubernetesObject } from "../../kubernetes/kubernetes-object.ts";
import { type ResourceKind } from "../../kubernetes/resource-kind.ts";
import { coreResource } from "../../names/core-resource.ts";
import { conditionsSchema } from "../../fields/conditions.ts";
import { observedGenerationField } from "../../fields/observed-generation.ts";
import { deprecatedStatus } from "../../fields/deprecated-status.ts";
import { clusterNameField } from "../../fields/machine-fields.ts";
import {
  deploymentCountersV1Beta1,
  deploymentPhaseField,
  deploymentSelectorField,
  desiredReplicasField,
  machineNaming,
  machineVersionsField,
  remediation,
  replicaCounters,
  rollingUpdateFields,
  rolloutsPausedField,
  rolloutTimeField,
  scaleStatus,
  strategyTypeField,
} from "../../fields/rollout-fields.ts";
import { deletionSchema, machineTemplateSchema } from "./machine-set.ts";

/** How new Machines replace old ones. */
const rolloutStrategySchema = Type.Object(
  {
    type: strategyTypeField,
    rollingUpdate: Type.Optional(
      Type.Object(rollingUpdateFields, { minProperties: 1, description: "Bounds of a rolling update." }),
    ),
  },
  { minProperties: 1, description: "How new Machines replace old ones." },
);

/** When and how Machines are replaced. */
export const rolloutSchema = Type.Object(
  { after: Type.Optional(rolloutTimeField), strategy: Type.Optional(rolloutStrategySchema) },
  { minProperties: 1, description: "When and how Machines are replaced." },
);

/** `spec` of a v1beta2 MachineDeployment. */
export const machineDeploymentSpecSchema = Type.Object(
  {
    clusterName: clusterNameField,
    replicas: Type.Optional(desiredReplicasField),
    rollout: Type.Optional(rolloutSchema),
    selector: deploymentSelectorField,
    template: machineTemplateSchema,
    machineNaming: Type.Optional(machineNaming({ minProperties: 1 })),
    remediation: Type.Optional(remediation({ minProperties: 1 })),
    deletion: Type.Optional(deletionSchema),
    paused: Type.Optional(rolloutsPausedField),
  },
  { description: "Desired state of the MachineDeployment." },
);

/** `status` of a v1beta2 MachineDeployment. */
export const machineDeploymentStatusSchema = Type.Object(
  {
    conditions: Type.Optional(conditionsSchema),
    observedGeneration: Type.Optional(observedGenerationField),
    ...scaleStatus,
    ...replicaCounters,
    versions: Type.Optional(machineVersionsField),
    phase: Type.Optional(deploymentPhaseField),
    deprecated: Type.Optional(
      deprecatedStatus({
        ...deploymentCountersV1Beta1,
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
export const MachineDeployment: ResourceKind<MachineDeployment> = coreResource(
  "MachineDeployment",
  "machinedeployments",
);
