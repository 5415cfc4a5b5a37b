import type { Condition, KubernetesObject, ResourceKind } from "@capstan/contract";
import { defineKind } from "./define-kind.ts";

/** `data` is base64. */
export interface Secret extends KubernetesObject {
  type?: string;
  data?: Record<string, string>;
  /** Write only: stored into `data`. */
  stringData?: Record<string, string>;
  immutable?: boolean;
}
export const Secret: ResourceKind<Secret> = defineKind({
  group: "",
  version: "v1",
  kind: "Secret",
  plural: "secrets",
  namespaced: true,
});

export interface ConfigMap extends KubernetesObject {
  data?: Record<string, string>;
  binaryData?: Record<string, string>;
  immutable?: boolean;
}
export const ConfigMap: ResourceKind<ConfigMap> = defineKind({
  group: "",
  version: "v1",
  kind: "ConfigMap",
  plural: "configmaps",
  namespaced: true,
});

export interface Namespace extends KubernetesObject {
  spec?: { finalizers?: string[] };
  status?: { phase?: string };
}
export const Namespace: ResourceKind<Namespace> = defineKind({
  group: "",
  version: "v1",
  kind: "Namespace",
  plural: "namespaces",
  namespaced: false,
});

/** A condition of a Node, which has no observedGeneration and a heartbeat. */
export interface NodeCondition extends Omit<Condition, "observedGeneration" | "lastTransitionTime" | "reason"> {
  reason?: string;
  lastTransitionTime?: string;
  lastHeartbeatTime?: string;
}
export interface Node extends KubernetesObject {
  spec?: {
    providerID?: string;
    podCIDR?: string;
    unschedulable?: boolean;
    taints?: { key: string; value?: string; effect: string; timeAdded?: string }[];
  };
  status?: {
    conditions?: NodeCondition[];
    addresses?: { type: string; address: string }[];
    nodeInfo?: Record<string, unknown>;
    volumesAttached?: { name: string; devicePath: string }[];
    capacity?: Record<string, string>;
    allocatable?: Record<string, string>;
  };
}
export const Node: ResourceKind<Node> = defineKind({
  group: "",
  version: "v1",
  kind: "Node",
  plural: "nodes",
  namespaced: false,
});
