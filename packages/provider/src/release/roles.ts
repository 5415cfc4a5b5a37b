import { type PolicyRule } from "../definition/policy-rule.ts";
import { aggregatedRules, leaderElectionRules, managerRules, secretsFromRules } from "../rbac/policy-rules.ts";
import { type ReleaseObject } from "./merged-objects.ts";
import { providerLabels, type ReleasedProvider } from "./released-provider.ts";

/** A Role or ClusterRole. */
export interface RoleObject extends ReleaseObject {
  /** Group and version. */
  readonly apiVersion: "rbac.authorization.k8s.io/v1";
  /** Whether it is of one namespace, or of all. */
  readonly kind: "Role" | "ClusterRole";
  /** Name and labels. */
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly labels: Record<string, string> };
  /** What it allows. */
  readonly rules: readonly PolicyRule[];
}

const apiVersion = "rbac.authorization.k8s.io/v1";

/**
 * The roles a provider needs: its own, the one for its Lease, the one for Secrets of identities in its namespace, and for a group of the
 * provider's own that of core, and of the kubeadm control plane provider where there are Machines.
 *
 * @example
 * ```ts
 * import { defineInfraMachine, Type } from "@capstan/provider";
 * import { releasedProvider, rolesOf } from "@capstan/provider/release";
 *
 * const HelloMachine = defineInfraMachine({
 *   kind: "HelloMachine",
 *   versions: { v1alpha1: { contract: "v1beta2", spec: Type.Object({}) } },
 * });
 * console.log(rolesOf(releasedProvider([HelloMachine], {})).map(({ kind, metadata }) => `${kind} ${metadata.name}`));
 * ```
 */
export function rolesOf(provider: ReleasedProvider): RoleObject[] {
  const aggregated = aggregatedRules(provider.definitions);
  const labels = providerLabels(provider);
  const own: RoleObject = {
    apiVersion,
    kind: "ClusterRole",
    metadata: { name: managerRole(provider), labels },
    rules: [...managerRules(provider.definitions), ...provider.extraRules],
  };
  const lease: RoleObject = {
    apiVersion,
    kind: "Role",
    metadata: { name: leaderElectionRole(provider), namespace: provider.namespace, labels },
    rules: leaderElectionRules(),
  };
  const core: RoleObject = {
    apiVersion,
    kind: "ClusterRole",
    metadata: {
      name: `${provider.label}-aggregated-manager-role`,
      labels: { ...labels, ...aggregateLabels(provider) },
    },
    rules: aggregated,
  };
  const secrets = secretsFromRules(provider.definitions);
  const ofSecrets: RoleObject = {
    apiVersion,
    kind: "Role",
    metadata: { name: secretsRole(provider), namespace: provider.namespace, labels },
    rules: secrets,
  };
  return [own, lease, ...(secrets.length === 0 ? [] : [ofSecrets]), ...(aggregated.length === 0 ? [] : [core])];
}

/** Which managers of Cluster API the role is added to: that of the kubeadm control planes makes Machines with infrastructure of theirs. */
function aggregateLabels({ definitions }: ReleasedProvider): Readonly<Record<string, string>> {
  const core = { "cluster.x-k8s.io/aggregate-to-manager": "true" };
  const hasMachines = definitions.some(({ role }) => role === "InfraMachine");
  return hasMachines ? { ...core, "kubeadm.controlplane.cluster.x-k8s.io/aggregate-to-manager": "true" } : core;
}

/** Name of the ClusterRole of the provider's manager. */
export function managerRole({ label }: ReleasedProvider): string {
  return `${label}-manager-role`;
}

/** Name of the Role for Secrets of identities in the provider's own namespace. */
export function secretsRole({ label }: ReleasedProvider): string {
  return `${label}-identity-secrets-role`;
}

/** Name of the Role for the leader-election Lease. */
export function leaderElectionRole({ label }: ReleasedProvider): string {
  return `${label}-leader-election-role`;
}
