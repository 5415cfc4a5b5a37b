import Type from "typebox";
import { labelSelector } from "./label-selector.ts";
import { keyedList } from "./lists.ts";
import { text } from "./names.ts";
import { dateTime, int32, intOrString } from "./scalars.ts";

/** The order in which a MachineSet deletes Machines when it scales down. */
export const deletionOrderField = Type.Enum(["Random", "Newest", "Oldest"], {
  description: "Which Machines are deleted first when the set is scaled down; Random by default.",
});

/** The naming of Machines. */
export function machineNaming(options: { minProperties?: number } = {}) {
  return Type.Object(
    {
      template: Type.Optional(
        text(256, "Go template of the name; may use .cluster.name and .machineSet.name, and must use .random."),
      ),
    },
    { ...options, description: "How the Machines are named." },
  );
}

/** The limit of concurrent remediations. */
export function remediation(options: { minProperties?: number } = {}) {
  return Type.Object(
    { maxInFlight: Type.Optional(intOrString("How many Machines may be remediated at once.")) },
    { ...options, description: "How unhealthy Machines are replaced." },
  );
}

/** Bounds of a rolling update. */
export const rollingUpdateFields = {
  maxSurge: Type.Optional(intOrString("How many Machines may exist above the desired number; 1 by default.")),
  maxUnavailable: Type.Optional(intOrString("How many Machines may be missing from the desired number; 0 by default.")),
};

/** Counters of Machines by state. */
export const replicaCounters = {
  readyReplicas: Type.Optional(int32("Number of Machines that are Ready.")),
  availableReplicas: Type.Optional(int32("Number of Machines that are Available.")),
  upToDateReplicas: Type.Optional(int32("Number of Machines that are UpToDate.")),
};

/** Limits of Kubernetes versions in a status: the longest version, and the number of list items. */
export const versionLimits = { longest: 256, mostOfMachines: 100, mostOfCluster: 32 } as const;

const versionCount = Type.Object(
  {
    version: text(versionLimits.longest, "Version of Kubernetes."),
    replicas: Type.Optional(int32("Number of Machines with this version.", { minimum: 1 })),
  },
  { description: "A version and the number of Machines with it." },
);

/** `status.versions` of MachineSets and MachineDeployments. */
export const machineVersionsField = keyedList(versionCount, ["version"], {
  minItems: 1,
  maxItems: versionLimits.mostOfMachines,
  description: "Versions of Kubernetes among the Machines.",
});

/** `status.versions` in the counters of a Cluster. */
export const clusterVersionsField = Type.Array(versionCount, {
  minItems: 1,
  maxItems: versionLimits.mostOfCluster,
  "x-kubernetes-list-type": "atomic",
  description: "Versions of Kubernetes among the Machines.",
});

/** The number of Machines in the spec of a MachineSet or MachineDeployment. */
export const desiredReplicasField = int32("Wanted number of Machines; 1 by default.");

/** `spec.minReadySeconds` of v1beta1 objects. */
export const minReadySecondsV1Beta1Field = int32(
  "How long a Node must be Ready before its Machine counts as available.",
);

/** `status.selector`: the selector as a string, for the scale subresource. */
export const selectorTextField = text(4096, "The selector as a string, for the scale subresource.");

/** The status that the scale subresource reads. */
export const scaleStatus = {
  selector: Type.Optional(selectorTextField),
  replicas: Type.Optional(int32("Number of Machines there are.")),
};

const nodeCountersV1Beta1 = {
  readyReplicas: Type.Optional(int32("Number of Machines whose Node is Ready.")),
  availableReplicas: Type.Optional(int32("Number of Machines whose Node has been Ready long enough.")),
};

/** Counters of a MachineSet that only the v1beta1 status has. */
export const setCountersV1Beta1 = {
  fullyLabeledReplicas: Type.Optional(int32("Number of Machines with all labels of the template.")),
  ...nodeCountersV1Beta1,
};

/** Counters of a MachineDeployment that only the v1beta1 status has. */
export const deploymentCountersV1Beta1 = {
  updatedReplicas: Type.Optional(int32("Number of Machines made from the current template.")),
  ...nodeCountersV1Beta1,
  unavailableReplicas: Type.Optional(int32("Number of Machines missing from full availability.")),
};

/** `status.phase` of MachineDeployments. */
export const deploymentPhaseField = Type.Enum(["ScalingUp", "ScalingDown", "Running", "Failed", "Unknown"], {
  description: "What the deployment is doing; for people.",
});

/** `spec.paused` of MachineDeployments. */
export const rolloutsPausedField = Type.Boolean({ description: "Whether rollouts of this deployment rest." });

/** The selector of a MachineDeployment. Granular, because the core controllers add labels to a selector that users leave empty. */
export const deploymentSelectorField = labelSelector(
  "The Machines of this deployment; has to match the labels of the template.",
  "granular",
);

/** The selector of a MachineSet. Granular for the same reason. */
export const setSelectorField = labelSelector(
  "The Machines of this set; has to match the labels of the template.",
  "granular",
);

/** The type of a rollout strategy. */
export const strategyTypeField = Type.Enum(["RollingUpdate", "OnDelete"], {
  description: "RollingUpdate replaces on its own, OnDelete waits.",
});

/** The time from which on Machines are replaced. */
export const rolloutTimeField = dateTime("Machines made before this time are replaced once it has passed.");

/** The template of Machines; versions differ in their metadata and spec. */
export function machineTemplate<Fields extends Type.TProperties>(fields: Fields) {
  return Type.Object(fields, { description: "What the Machines are made from." });
}
