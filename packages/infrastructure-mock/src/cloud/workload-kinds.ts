import { apiVersionOf } from "@capstan/kube";
import type { KubernetesObject, ResourceKind } from "@capstan/provider";

/** An object of a kind that is only written here, never read. */
export type Manifest = KubernetesObject & Readonly<Record<string, unknown>>;

/** The fields of a Pod that a kubelet reports. */
export interface Pod extends KubernetesObject {
  spec: {
    nodeName: string;
    containers: { name: string; image: string; command: string[] }[];
    [field: string]: unknown;
  };
  status?: object;
}

export const Pod: ResourceKind<Pod> = kind("", "Pod", "pods");
export const Service: ResourceKind<Manifest> = kind("", "Service", "services");
export const ServiceAccount: ResourceKind<Manifest> = kind("", "ServiceAccount", "serviceaccounts");
export const DaemonSet: ResourceKind<Manifest> = kind("apps", "DaemonSet", "daemonsets");
export const Deployment: ResourceKind<Manifest> = kind("apps", "Deployment", "deployments");

const rbac = "rbac.authorization.k8s.io";
export const Role: ResourceKind<Manifest> = kind(rbac, "Role", "roles");
export const RoleBinding: ResourceKind<Manifest> = kind(rbac, "RoleBinding", "rolebindings");
export const ClusterRole: ResourceKind<Manifest> = { ...kind(rbac, "ClusterRole", "clusterroles"), namespaced: false };
export const ClusterRoleBinding: ResourceKind<Manifest> = {
  ...kind(rbac, "ClusterRoleBinding", "clusterrolebindings"),
  namespaced: false,
};

function kind<T extends KubernetesObject>(group: string, name: string, plural: string): ResourceKind<T> {
  return { group, version: "v1", kind: name, plural, namespaced: true };
}

/** An object and how to create it. */
export interface KindAndObject<T extends KubernetesObject = KubernetesObject> {
  readonly kind: ResourceKind<T>;
  readonly object: T;
}

/** An object in kube-system, or without a namespace if its kind is cluster-scoped. */
export function manifest(kind: ResourceKind<Manifest>, name: string, fields: object, namespace = systemNamespace) {
  const apiVersion = apiVersionOf(kind);
  const { metadata, ...rest } = fields as { metadata?: object };
  const place = kind.namespaced ? { namespace, name } : { name };
  return { kind, object: { apiVersion, kind: kind.kind, ...rest, metadata: { ...metadata, ...place } } };
}

export const systemNamespace = "kube-system";
