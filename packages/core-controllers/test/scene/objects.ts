import {
  type Cluster,
  type ContractVersion,
  type KubernetesObject,
  type Machine,
  type ResourceKind,
} from "@capstan/contract";
import { type Node } from "@capstan/runtime";
import { type FoundReference } from "../../src/references/reference.ts";

export const namespace = "default";

export function machineObject(
  changes: {
    name?: string;
    metadata?: Partial<Machine["metadata"]>;
    spec?: Partial<Machine["spec"]>;
    status?: Machine["status"];
  } = {},
): Machine {
  const { name = "m1" } = changes;
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Machine",
    metadata: { name, namespace, uid: `uid-${name}`, generation: 1, resourceVersion: "1", ...changes.metadata },
    spec: {
      clusterName: "c1",
      bootstrap: { configRef: { apiGroup: "bootstrap.cluster.x-k8s.io", kind: "TestConfig", name } },
      infrastructureRef: { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "TestMachine", name },
      ...changes.spec,
    },
    ...(changes.status === undefined ? {} : { status: changes.status }),
  };
}

export function clusterObject(
  changes: {
    metadata?: Partial<Cluster["metadata"]>;
    spec?: Partial<Cluster["spec"]>;
    status?: Cluster["status"];
  } = {},
): Cluster {
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { name: "c1", namespace, uid: "uid-c1", generation: 1, resourceVersion: "1", ...changes.metadata },
    spec: {
      infrastructureRef: { apiGroup: "infrastructure.cluster.x-k8s.io", kind: "TestCluster", name: "c1" },
      ...changes.spec,
    },
    ...(changes.status === undefined ? {} : { status: changes.status }),
  };
}

export function nodeObject(
  changes: {
    name?: string;
    metadata?: Partial<Node["metadata"]>;
    spec?: Node["spec"];
    conditions?: Record<string, string>;
  } = {},
): Node {
  const { name = "n1", conditions = healthyConditions } = changes;
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name, ...changes.metadata },
    spec: { providerID: "test://m1", ...changes.spec },
    status: {
      conditions: Object.entries(conditions).map(([type, status]) => ({
        type,
        status: status as "True" | "False" | "Unknown",
        message: `${type} is ${status}`,
      })),
      nodeInfo: { kubeletVersion: "v1.36.0", architecture: "amd64" },
    },
  };
}

export const healthyConditions = {
  Ready: "True",
  MemoryPressure: "False",
  DiskPressure: "False",
  PIDPressure: "False",
};

/** A referenced object as input of a step. */
export function found(
  kind: string,
  content: { name?: string; metadata?: object; spec?: object; status?: object } = {},
  contract: ContractVersion = "v1beta2",
): FoundReference {
  const resource: ResourceKind = {
    group: "infrastructure.cluster.x-k8s.io",
    version: "v1",
    kind,
    plural: `${kind.toLowerCase()}s`,
    namespaced: true,
  };
  const object = {
    apiVersion: "infrastructure.cluster.x-k8s.io/v1",
    kind,
    metadata: { name: content.name ?? "m1", namespace, ...content.metadata },
    ...(content.spec === undefined ? {} : { spec: content.spec }),
    ...(content.status === undefined ? {} : { status: content.status }),
  } as KubernetesObject;
  return { state: "found", object, kind: resource, contract };
}
