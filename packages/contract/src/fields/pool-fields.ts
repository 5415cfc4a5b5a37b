import Type from "typebox";
import { deprecatedStatus, failureFields } from "./deprecated-status.ts";
import { atomicList } from "./lists.ts";
import { clusterNameField } from "./machine-fields.ts";
import { text } from "./names.ts";
import { objectReference } from "./references.ts";
import { desiredReplicasField, machineVersionsField } from "./rollout-fields.ts";
import { int32 } from "./scalars.ts";

/** The fields that the spec of a MachinePool has in all versions. */
export const poolSpecFields = {
  clusterName: clusterNameField,
  replicas: Type.Optional(desiredReplicasField),
  providerIDList: Type.Optional(
    atomicList(text(512, "The provider ID of a machine."), {
      maxItems: 10_000,
      description: "The provider IDs of the machines, which core copies from the InfraMachinePool.",
    }),
  ),
  failureDomains: Type.Optional(
    atomicList(text(256, "A failure domain."), {
      maxItems: 100,
      description: "The failure domains in which to create machines.",
    }),
  ),
};

/** The fields that the status of a MachinePool has in all versions. */
export const poolStatusFields = {
  nodeRefs: Type.Optional(
    Type.Array(objectReference("A Node."), { maxItems: 10_000, description: "The Nodes that have joined." }),
  ),
  replicas: Type.Optional(int32("Number of machines.")),
  versions: Type.Optional(machineVersionsField),
  phase: Type.Optional(
    Type.Enum(
      [
        "Pending",
        "Provisioning",
        "Provisioned",
        "Running",
        "ScalingUp",
        "ScalingDown",
        "Scaling",
        "Deleting",
        "Failed",
        "Unknown",
      ],
      { description: "Phase of the MachinePool; for display only." },
    ),
  ),
};

/** The status fields of a MachinePool that only v1beta1 has. */
export const poolCountersV1Beta1 = {
  readyReplicas: Type.Optional(int32("Number of machines whose Node is Ready.")),
  availableReplicas: Type.Optional(int32("Number of machines whose Node has been Ready long enough.")),
  unavailableReplicas: Type.Optional(int32("Number of machines missing from full availability.")),
};

/** `status.deprecated` of MachinePools. */
export const deprecatedPoolStatus = deprecatedStatus({ ...failureFields, ...poolCountersV1Beta1 });
