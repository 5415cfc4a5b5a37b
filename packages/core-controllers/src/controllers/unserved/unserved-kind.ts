import { type Condition, groups, type KubernetesObject, MachinePool, type ResourceKind } from "@capstan/contract";

/** An object that reports conditions. */
export interface Reporting extends KubernetesObject {
  /** `conditions`, and other fields that its controller reports. */
  status?: { conditions?: Condition[] };
}

/** A kind of Cluster API that this core has no controller for. */
export interface UnservedKind {
  readonly kind: ResourceKind<Reporting>;
  /** The condition in which the Go core reports the state of such an object. */
  readonly conditionType: string;
  /** The missing function, and the remedy. */
  readonly message: string;
}

const version = "v1beta2";

/** The kinds of Cluster API that this core has no controller for. It watches only those that are installed. */
export const unservedKinds: readonly UnservedKind[] = [
  {
    kind: { group: groups.core, version, kind: "ClusterClass", plural: "clusterclasses", namespaced: true },
    conditionType: "VariablesReady",
    message:
      "Capstan does not reconcile ClusterClasses; run the core of Cluster API with its feature gate ClusterTopology",
  },
  {
    kind: MachinePool as ResourceKind<Reporting>,
    conditionType: "Available",
    message: "Capstan does not reconcile MachinePools; use a MachineDeployment, or run the core of Cluster API",
  },
  {
    kind: {
      group: groups.addons,
      version,
      kind: "ClusterResourceSet",
      plural: "clusterresourcesets",
      namespaced: true,
    },
    conditionType: "ResourcesApplied",
    message:
      "Capstan does not apply ClusterResourceSets; apply the resources to the workload cluster with a GitOps tool or an " +
      "add-on provider, or run the core of Cluster API",
  },
  {
    kind: {
      group: "runtime.cluster.x-k8s.io",
      version,
      kind: "ExtensionConfig",
      plural: "extensionconfigs",
      namespaced: false,
    },
    conditionType: "Discovered",
    message: "Capstan does not call runtime extensions; run the core of Cluster API with its feature gate RuntimeSDK",
  },
];
