import type { KubernetesObject, ResourceKind } from "@capstan/contract";
import { type Client, defineKind } from "@capstan/runtime";
import { type RealApiServer, serviceAccountKubeconfig, serviceAccountUser } from "@capstan/testkit";

interface PolicyRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

const group = "rbac.authorization.k8s.io";
const cluster = { group, version: "v1", namespaced: false };
const ServiceAccount: ResourceKind = defineKind({
  group: "",
  version: "v1",
  kind: "ServiceAccount",
  plural: "serviceaccounts",
  namespaced: true,
});
const ClusterRole: ResourceKind<KubernetesObject & { rules: readonly PolicyRule[] }> = defineKind({
  ...cluster,
  kind: "ClusterRole",
  plural: "clusterroles",
});
const ClusterRoleBinding: ResourceKind<KubernetesObject & { roleRef: object; subjects: readonly object[] }> =
  defineKind({ ...cluster, kind: "ClusterRoleBinding", plural: "clusterrolebindings" });

const read = ["get", "list", "watch"];
const write = ["create", "update", "patch", "delete"];
const events: PolicyRule = { apiGroups: ["events.k8s.io"], resources: ["events"], verbs: ["create", "patch"] };
const machines = ["machines", "machines/status"];
const clusters = ["clusters", "clusters/status"];

function ownTypes(name: string, plurals: readonly string[]): PolicyRule[] {
  const apiGroups = [`${name}.cluster.x-k8s.io`];
  return [
    { apiGroups, resources: plurals, verbs: [...read, ...write] },
    { apiGroups, resources: plurals.map((plural) => `${plural}/status`), verbs: ["get", "update", "patch"] },
  ];
}

/** What the contract grants a provider (rules RB-001 to RB-004, RB-008, RB-010, RB-011) and what its own work takes; nothing else. */
const rulesOf = {
  "capstan-bootstrap-kubeadm": [
    ...ownTypes("bootstrap", ["kubeadmconfigs"]),
    { apiGroups: ["cluster.x-k8s.io"], resources: [...clusters, ...machines], verbs: read },
    { apiGroups: [""], resources: ["secrets"], verbs: [...read, ...write] },
    // The lock that lets one machine initialise the control plane.
    { apiGroups: [""], resources: ["configmaps"], verbs: ["get", "create", "delete"] },
    events,
  ],
  "capstan-infrastructure-mock": [
    ...ownTypes("infrastructure", ["mockclusters", "mockmachines"]),
    { apiGroups: ["cluster.x-k8s.io"], resources: [...clusters, ...machines], verbs: read },
    { apiGroups: [""], resources: ["secrets"], verbs: read },
    events,
  ],
  "legacy-infrastructure": [
    ...ownTypes("infrastructure", ["legacyclusters", "legacymachines"]),
    { apiGroups: ["cluster.x-k8s.io"], resources: [...clusters, ...machines], verbs: read },
    { apiGroups: [""], resources: ["secrets"], verbs: read },
    events,
  ],
} satisfies Readonly<Record<string, readonly PolicyRule[]>>;

export type ProviderName = keyof typeof rulesOf;
export const providerNames = Object.keys(rulesOf) as readonly ProviderName[];

/** The namespace of all provider ServiceAccounts. */
export const accountNamespace = "capstan-system";

/** A provider's name in the audit log. */
export function userOf(name: ProviderName): string {
  return serviceAccountUser({ namespace: accountNamespace, name });
}

/** Makes the provider's ServiceAccount with its role, and gives a kubeconfig of it. */
export async function createAccount(server: RealApiServer, admin: Client, name: ProviderName): Promise<string> {
  const account = { namespace: accountNamespace, name };
  await admin.create(ServiceAccount, { apiVersion: "v1", kind: "ServiceAccount", metadata: account });
  const apiVersion = `${group}/v1`;
  await admin.create(ClusterRole, { apiVersion, kind: "ClusterRole", metadata: { name }, rules: rulesOf[name] });
  await admin.create(ClusterRoleBinding, {
    apiVersion,
    kind: "ClusterRoleBinding",
    metadata: { name },
    roleRef: { apiGroup: group, kind: "ClusterRole", name },
    subjects: [{ kind: "ServiceAccount", ...account }],
  });
  return serviceAccountKubeconfig(server, admin, account);
}
