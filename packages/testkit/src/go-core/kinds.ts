import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import { defineKind, Namespace } from "@capstan/runtime";

const rbac = "rbac.authorization.k8s.io";

function clusterScoped(group: string, kind: string): ResourceKind {
  return defineKind<KubernetesObject>({
    group,
    version: "v1",
    kind,
    plural: `${kind.toLowerCase()}s`,
    namespaced: false,
  });
}

function inNamespace(group: string, kind: string): ResourceKind {
  return defineKind<KubernetesObject>({ ...clusterScoped(group, kind), namespaced: true });
}

/** Kinds of a components file that have an effect without Pods and cert-manager. CRDs are installed separately. */
export const installedKinds: readonly ResourceKind[] = [
  Namespace,
  inNamespace("", "ServiceAccount"),
  inNamespace(rbac, "Role"),
  inNamespace(rbac, "RoleBinding"),
  clusterScoped(rbac, "ClusterRole"),
  clusterScoped(rbac, "ClusterRoleBinding"),
];
