import type { Condition, KubernetesObject, ResourceKind } from "@capstan/contract";
import { defineKind } from "./define-kind.ts";

/** `data` is base64. */
export interface Secret extends KubernetesObject {
  /** What its keys are: `Opaque`, `cluster.x-k8s.io/secret`. */
  type?: string;
  /** Values by key, in base64. */
  data?: Record<string, string>;
  /** Write only: stored into `data`. */
  stringData?: Record<string, string>;
  /** Whether data and keys can no longer be changed. */
  immutable?: boolean;
}
/** Secrets, of the core group. */
export const Secret: ResourceKind<Secret> = defineKind({
  group: "",
  version: "v1",
  kind: "Secret",
  plural: "secrets",
  namespaced: true,
});

/** ConfigMaps, of the core group. */
export interface ConfigMap extends KubernetesObject {
  /** Strings by key. */
  data?: Record<string, string>;
  /** Bytes by key, in base64. */
  binaryData?: Record<string, string>;
  /** Whether data and keys can no longer be changed. */
  immutable?: boolean;
}
/** ConfigMaps, of the core group. */
export const ConfigMap: ResourceKind<ConfigMap> = defineKind({
  group: "",
  version: "v1",
  kind: "ConfigMap",
  plural: "configmaps",
  namespaced: true,
});

/** Namespaces, of the core group. */
export interface Namespace extends KubernetesObject {
  /** What keeps the namespace from being removed. */
  spec?: { finalizers?: string[] };
  /** `Active`, or `Terminating` while what is in it is deleted. */
  status?: { phase?: string };
}
/** Namespaces, of the core group. */
export const Namespace: ResourceKind<Namespace> = defineKind({
  group: "",
  version: "v1",
  kind: "Namespace",
  plural: "namespaces",
  namespaced: false,
});

/** A condition of a Node, which has no observedGeneration and a heartbeat. */
export interface NodeCondition extends Omit<Condition, "observedGeneration" | "lastTransitionTime" | "reason"> {
  /** Why, in one word. */
  reason?: string;
  /** When its status last changed. */
  lastTransitionTime?: string;
  /** When the kubelet last reported it. */
  lastHeartbeatTime?: string;
}
/** Nodes, of the core group. */
export interface Node extends KubernetesObject {
  /** What is set of the Node, by kubelet, cloud provider and controllers. */
  spec?: {
    providerID?: string;
    podCIDR?: string;
    unschedulable?: boolean;
    taints?: { key: string; value?: string; effect: string; timeAdded?: string }[];
  };
  /** What the kubelet reports. */
  status?: {
    conditions?: NodeCondition[];
    addresses?: { type: string; address: string }[];
    nodeInfo?: Record<string, unknown>;
    volumesAttached?: { name: string; devicePath: string }[];
    capacity?: Record<string, string>;
    allocatable?: Record<string, string>;
  };
}
/** Nodes, of the core group. */
export const Node: ResourceKind<Node> = defineKind({
  group: "",
  version: "v1",
  kind: "Node",
  plural: "nodes",
  namespaced: false,
});
