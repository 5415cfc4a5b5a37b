import { labels, type PolicyRule } from "@capstan/contract";
import { isRoleDefinition } from "../definition/is-role-definition.ts";
import { aggregatedRules, leaderElectionRules, managerRules, secretsFromRules } from "../policy-rules.ts";
import { type ReleaseObject } from "./merged-objects.ts";
import type { ManagerNames } from "./manager-names.ts";
import { managerNames, type ReleasedProvider } from "./released-provider.ts";

/** A Role or ClusterRole. */
export interface RoleObject extends ReleaseObject {
  /** Group and version. */
  readonly apiVersion: "rbac.authorization.k8s.io/v1";
  /** Role for one namespace, or ClusterRole for all. */
  readonly kind: "Role" | "ClusterRole";
  /** Name and labels. */
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string | undefined;
    readonly labels: Record<string, string>;
  };
  /** The permissions. */
  readonly rules: readonly PolicyRule[];
  /** The labels by which the API server aggregates other roles into this role. */
  readonly aggregationRule?: object;
}

const apiVersion = "rbac.authorization.k8s.io/v1";

/**
 * The roles of a provider: its own, the role for its Lease, and the role for Secrets of identities in its namespace. A provider with its
 * own API group also has the role for core, and with Machines the role for the kubeadm control plane provider.
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
  const { definitions, extraRules } = provider;
  const names = managerNames(provider);
  const aggregated = aggregatedRules(definitions);
  const secrets = secretsFromRules(definitions);
  return [
    clusterRole(names, "manager", [...managerRules(definitions), ...extraRules]),
    leaderElectionRole(names),
    ...(secrets.length === 0 ? [] : [namespacedRole(names, "identity-secrets", secrets)]),
    ...(aggregated.length === 0
      ? []
      : [clusterRole(names, "aggregated-manager", aggregated, aggregateLabels(provider))]),
  ];
}

/**
 * The managers of Cluster API that get the role. The kubeadm control plane manager needs it because it creates Machines with their
 * infrastructure.
 */
function aggregateLabels({ definitions }: ReleasedProvider): Readonly<Record<string, string>> {
  const core = { [labels.aggregateToManager]: "true" };
  const hasMachines = definitions.some(
    (definition) => isRoleDefinition(definition) && definition.role === "InfraMachine",
  );
  return hasMachines ? { ...core, [labels.aggregateToControlPlane]: "true" } : core;
}

/**
 * A ClusterRole of a manager.
 *
 * @param added - labels in addition to those of every object of the manager.
 *
 * @example
 * ```ts
 * import { clusterRole } from "@capstan/provider/release";
 *
 * const names = { prefix: "janitor", namespace: "janitor-system", labels: {} };
 * console.log(clusterRole(names, "manager", []).metadata.name); // janitor-manager-role
 * ```
 */
export function clusterRole(
  { prefix, labels }: ManagerNames,
  purpose: string,
  rules: readonly PolicyRule[],
  added: Readonly<Record<string, string>> = {},
): RoleObject {
  const metadata = { name: `${prefix}-${purpose}-role`, labels: { ...labels, ...added } };
  return { apiVersion, kind: "ClusterRole", metadata, rules };
}

/**
 * The Role for the leader election Lease (rule RB-010).
 *
 * @example
 * ```ts
 * import { leaderElectionRole } from "@capstan/provider/release";
 *
 * const names = { prefix: "janitor", namespace: "janitor-system", labels: {} };
 * console.log(leaderElectionRole(names).metadata.name); // janitor-leader-election-role
 * ```
 */
export function leaderElectionRole(names: ManagerNames): RoleObject {
  return namespacedRole(names, "leader-election", leaderElectionRules());
}

function namespacedRole(names: ManagerNames, purpose: string, rules: readonly PolicyRule[]): RoleObject {
  const { prefix, namespace, labels } = names;
  const metadata = { name: `${prefix}-${purpose}-role`, namespace, labels: { ...labels } };
  return { apiVersion, kind: "Role", metadata, rules };
}
