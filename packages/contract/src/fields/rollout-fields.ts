import Type from "typebox";
import { keyedList } from "./lists.ts";
import { text } from "./names.ts";
import { int32, intOrString } from "./scalars.ts";

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

/** `status.selector`: the selector as a string, for the scale subresource. */
export const selectorTextField = text(4096, "The selector as a string, for the scale subresource.");
