import type { Condition, KubernetesObject, ResourceKind } from "@capstan/contract";
import { defineKind } from "./define-kind.ts";

/** Secrets, in the core group. `data` is base64. */
export interface Secret extends KubernetesObject {
  /** The format of its keys: `Opaque`, `cluster.x-k8s.io/secret`. */
  type?: string;
  /** Values by key, in base64. */
  data?: Record<string, string>;
  /** Write only: the API server moves the values into `data`. */
  stringData?: Record<string, string>;
  /** Whether its data can no longer be changed. */
  immutable?: boolean;
}
/** Secrets, in the core group. */
export const Secret: ResourceKind<Secret> = defineKind({
  group: "",
  version: "v1",
  kind: "Secret",
  plural: "secrets",
  namespaced: true,
});

/** ConfigMaps, in the core group. */
export interface ConfigMap extends KubernetesObject {
  /** Strings by key. */
  data?: Record<string, string>;
  /** Bytes by key, in base64. */
  binaryData?: Record<string, string>;
  /** Whether its data can no longer be changed. */
  immutable?: boolean;
}
/** ConfigMaps, in the core group. */
export const ConfigMap: ResourceKind<ConfigMap> = defineKind({
  group: "",
  version: "v1",
  kind: "ConfigMap",
  plural: "configmaps",
  namespaced: true,
});

/** Namespaces, in the core group. */
export interface Namespace extends KubernetesObject {
  /** Finalizers that keep the Namespace from being removed. */
  spec?: { finalizers?: string[] };
  /** `Active`, or `Terminating` while its content is deleted. */
  status?: { phase?: string };
}
/** Namespaces, in the core group. */
export const Namespace: ResourceKind<Namespace> = defineKind({
  group: "",
  version: "v1",
  kind: "Namespace",
  plural: "namespaces",
  namespaced: false,
});

/** A condition of a Node: without observedGeneration, with a heartbeat. */
export interface NodeCondition extends Omit<Condition, "observedGeneration" | "lastTransitionTime" | "reason"> {
  /** The reason in one word. */
  reason?: string;
  /** When the status last changed. */
  lastTransitionTime?: string;
  /** When the kubelet last reported the condition. */
  lastHeartbeatTime?: string;
}
/** Nodes, in the core group. */
export interface Node extends KubernetesObject {
  /** Fields that kubelet, cloud provider and controllers set. */
  spec?: {
    providerID?: string;
    podCIDR?: string;
    unschedulable?: boolean;
    taints?: { key: string; value?: string; effect: string; timeAdded?: string }[];
  };
  /** Fields that the kubelet reports. */
  status?: {
    conditions?: NodeCondition[];
    addresses?: { type: string; address: string }[];
    nodeInfo?: Record<string, unknown>;
    volumesAttached?: { name: string; devicePath: string }[];
    capacity?: Record<string, string>;
    allocatable?: Record<string, string>;
  };
}
/** Nodes, in the core group. */
export const Node: ResourceKind<Node> = defineKind({
  group: "",
  version: "v1",
  kind: "Node",
  plural: "nodes",
  namespaced: false,
});
