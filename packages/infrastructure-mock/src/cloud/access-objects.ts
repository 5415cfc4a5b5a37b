import {
  ClusterRole,
  ClusterRoleBinding,
  type KindAndObject,
  manifest,
  Role,
  RoleBinding,
  systemNamespace,
} from "./workload-kinds.ts";

const apiGroup = "rbac.authorization.k8s.io";
const bootstrappers = group("system:bootstrappers:kubeadm:default-node-token");
const nodes = group("system:nodes");

/** The roles and bindings that `kubeadm init` creates: for administrators, joining machines, and nodes. */
export function accessObjects(): readonly KindAndObject[] {
  return [
    bindCluster("kubeadm:cluster-admins", "cluster-admin", [group("kubeadm:cluster-admins")]),
    bindCluster("kubeadm:kubelet-bootstrap", "system:node-bootstrapper", [bootstrappers]),
    bindCluster("kubeadm:get-nodes", "kubeadm:get-nodes", [bootstrappers]),
    manifest(ClusterRole, "kubeadm:get-nodes", { rules: [{ apiGroups: [""], resources: ["nodes"], verbs: ["get"] }] }),
    bindCluster(
      "kubeadm:node-autoapprove-bootstrap",
      "system:certificates.k8s.io:certificatesigningrequests:nodeclient",
      [bootstrappers],
    ),
    bindCluster(
      "kubeadm:node-autoapprove-certificate-rotation",
      "system:certificates.k8s.io:certificatesigningrequests:selfnodeclient",
      [nodes],
    ),
    ...readers("kubeadm:nodes-kubeadm-config", "kubeadm-config", [bootstrappers, nodes]),
    ...readers("kubeadm:kubelet-config", "kubelet-config", [nodes, bootstrappers]),
    ...readers(
      "kubeadm:bootstrap-signer-clusterinfo",
      "cluster-info",
      [{ kind: "User", apiGroup, name: "system:anonymous" }],
      "kube-public",
    ),
  ];
}

interface Subject {
  readonly kind: string;
  readonly apiGroup: string;
  readonly name: string;
}

function group(name: string): Subject {
  return { kind: "Group", apiGroup, name };
}

function bindCluster(name: string, role: string, subjects: readonly Subject[]): KindAndObject {
  return manifest(ClusterRoleBinding, name, { roleRef: { apiGroup, kind: "ClusterRole", name: role }, subjects });
}

/** A Role and RoleBinding to read one ConfigMap. */
function readers(
  name: string,
  configMap: string,
  subjects: readonly Subject[],
  namespace = systemNamespace,
): KindAndObject[] {
  const rules = [{ apiGroups: [""], resources: ["configmaps"], resourceNames: [configMap], verbs: ["get"] }];
  const roleRef = { apiGroup, kind: "Role", name };
  return [manifest(Role, name, { rules }, namespace), manifest(RoleBinding, name, { roleRef, subjects }, namespace)];
}
