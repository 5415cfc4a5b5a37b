import { groups } from "@capstan/contract";
import type { ProviderDefinition } from "@capstan/provider";
import { type PolicyRule, type Provider, providerLabels } from "./provider.ts";

/** A Role or ClusterRole. */
export interface RoleObject {
  readonly apiVersion: "rbac.authorization.k8s.io/v1";
  readonly kind: "Role" | "ClusterRole";
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels: Record<string, string> };
  readonly rules: readonly PolicyRule[];
}

const apiVersion = "rbac.authorization.k8s.io/v1";
const readVerbs = ["get", "list", "watch"];
const allVerbs = ["create", "delete", "get", "list", "patch", "update", "watch"];
const clusterTemplateVerbs = ["get", "list", "patch", "update", "watch"];
/** Where core may do everything already. */
const grantedByDefault = /^(bootstrap|controlplane|infrastructure|addons)\.cluster\.x-k8s\.io$/;

/** The roles a provider needs: its own, the one for its Lease, and core's for a group of the provider's own. */
export function rolesOf(provider: Provider): RoleObject[] {
  const aggregated = aggregatedRules(provider);
  const labels = providerLabels(provider);
  const own: RoleObject = {
    apiVersion,
    kind: "ClusterRole",
    metadata: { name: managerRole(provider), labels },
    rules: ownRules(provider),
  };
  const lease: RoleObject = {
    apiVersion,
    kind: "Role",
    metadata: { name: leaderElectionRole(provider), namespace: provider.namespace, labels },
    rules: [{ apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs: ["create", "get", "update"] }],
  };
  const core: RoleObject = {
    apiVersion,
    kind: "ClusterRole",
    metadata: {
      name: `${provider.label}-aggregated-manager-role`,
      labels: { ...labels, "cluster.x-k8s.io/aggregate-to-manager": "true" },
    },
    rules: aggregated,
  };
  return aggregated.length === 0 ? [own, lease] : [own, lease, core];
}

/** Name of the ClusterRole of the provider's manager. */
export function managerRole({ label }: Provider): string {
  return `${label}-manager-role`;
}

/** Name of the Role for the leader-election Lease. */
export function leaderElectionRole({ label }: Provider): string {
  return `${label}-leader-election-role`;
}

/** Rules RB-001 to RB-004 and RB-008 to RB-010, and what the author adds. */
function ownRules({ definitions, type, extraRules }: Provider): PolicyRule[] {
  const machineLevel = definitions.some(({ role }) => role !== "InfraCluster");
  const secrets = type === "bootstrap" ? allVerbs : readVerbs;
  return [
    ...(machineLevel ? [{ apiGroups: [""], resources: ["secrets"], verbs: secrets }] : []),
    { apiGroups: ["events.k8s.io"], resources: ["events"], verbs: ["create", "patch"] },
    { apiGroups: [groups.core], resources: machineLevel ? ["clusters", "machines"] : ["clusters"], verbs: readVerbs },
    ...definitions.flatMap(kindRules),
    ...extraRules,
  ];
}

function kindRules({ kind: { group, plural } }: ProviderDefinition): PolicyRule[] {
  const apiGroups = [group];
  return [
    { apiGroups, resources: [plural], verbs: allVerbs },
    { apiGroups, resources: [`${plural}/finalizers`], verbs: ["update"] },
    { apiGroups, resources: [`${plural}/status`], verbs: ["get", "patch", "update"] },
  ];
}

/** Rules RB-005 to RB-007. */
function aggregatedRules({ definitions }: Provider): PolicyRule[] {
  return definitions
    .filter(({ kind }) => !grantedByDefault.test(kind.group))
    .flatMap(({ kind, templateKind, role }) => {
      const apiGroups = [kind.group];
      if (role !== "InfraCluster") {
        return [{ apiGroups, resources: [kind.plural, templateKind.plural], verbs: allVerbs }];
      }
      return [
        { apiGroups, resources: [kind.plural], verbs: allVerbs },
        { apiGroups, resources: [templateKind.plural], verbs: clusterTemplateVerbs },
      ];
    });
}
