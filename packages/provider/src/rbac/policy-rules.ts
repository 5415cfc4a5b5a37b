import {
  type CustomResourceDefinition,
  groups,
  MachinePool,
  type ResourceKind,
  type PolicyRule,
} from "@capstan/contract";
import type { ProviderDefinition } from "../definition/definition.ts";
import { kindsOf } from "../definition/kinds-of.ts";

const watch = ["list", "watch"];
const read = ["get", ...watch];
const write = ["create", "update", "patch", "delete"];

/** Groups in which the Cluster API manager may do everything already (rule RB-005). */
const groupsOfCore: readonly string[] = [groups.bootstrap, groups.controlPlane, groups.infrastructure, groups.addons];

/** Who asks for diagnostics, and whether they may have them. Not namespaced: a Role cannot grant it. */
const reviews: readonly PolicyRule[] = [
  { apiGroups: ["authentication.k8s.io"], resources: ["tokenreviews"], verbs: ["create"] },
  { apiGroups: ["authorization.k8s.io"], resources: ["subjectaccessreviews"], verbs: ["create"] },
];

/** MachinePools are watched once their kind is there. */
const watchOfPoolsDefinition: PolicyRule = {
  apiGroups: ["apiextensions.k8s.io"],
  resources: ["customresourcedefinitions"],
  resourceNames: [`${MachinePool.plural}.${MachinePool.group}`],
  verbs: ["list", "watch"],
};

/**
 * What a provider's manager needs in all the namespaces it watches, and no more: its kinds, the Secrets it writes or reads,
 * Machines (and MachinePools) and Clusters to read, Events, and the `permissions` that the definitions declare. For a ClusterRole, or for a Role
 * when it runs with `--namespace`.
 *
 * @see Contract rules RB-001 to RB-004, RB-010, RB-011 and RB-014;
 *   https://cluster-api.sigs.k8s.io/developer/providers/getting-started/controllers-and-reconciliation
 *
 * @example
 * ```ts
 * import { defineInfraMachine, managerRules, Type } from "@capstan/provider";
 *
 * const HelloMachine = defineInfraMachine({
 *   kind: "HelloMachine",
 *   versions: { v1: { contract: "v1beta2", spec: Type.Object({}) } },
 * });
 * console.log(managerRules([HelloMachine]).flatMap(({ resources }) => resources));
 * ```
 */
export function managerRules(definitions: readonly ProviderDefinition[]): PolicyRule[] {
  const writesSecrets = definitions.some(({ traits }) => traits.secrets === "write");
  const hasMachines = definitions.some(({ owners }) => owners.includes("Machine"));
  const hasPools = definitions.some(({ owners }) => owners.includes("MachinePool"));
  return [
    ...byGroup(definitions.map(({ kind }) => kind)).flatMap(([group, plurals]) => [
      { apiGroups: [group], resources: plurals, verbs: [...read, ...write] },
      { apiGroups: [group], resources: plurals.map((plural) => `${plural}/status`), verbs: ["get", "update", "patch"] },
    ]),
    {
      apiGroups: [groups.core],
      resources: [
        "clusters",
        "clusters/status",
        ...(hasMachines ? ["machines", "machines/status"] : []),
        ...(hasPools ? ["machinepools", "machinepools/status"] : []),
      ],
      verbs: read,
    },
    // An infrastructure provider reads bootstrap data and the workload cluster's kubeconfig. One that writes Secrets deletes none, but
    // OwnerReferencesPermissionEnforcement lets only those change an owner who may delete: it adopts what a restore left (BS-007).
    { apiGroups: [""], resources: ["secrets"], verbs: writesSecrets ? [...read, ...write] : read },
    { apiGroups: ["events.k8s.io"], resources: ["events"], verbs: ["create", "patch"] },
    ...reviews,
    {
      apiGroups: ["apiextensions.k8s.io"],
      resources: ["customresourcedefinitions"],
      resourceNames: kindsOf(definitions).flatMap(({ crds }) => crds.map(({ metadata }) => metadata.name)),
      verbs: ["get"],
    },
    ...migrationRules(definitions),
    ...auxiliaryRules(definitions),
    ...(hasPools ? [watchOfPoolsDefinition] : []),
    ...definitions.flatMap(({ permissions }) => permissions),
  ];
}

/** To write objects again that were stored in an earlier version: what that takes in addition, where there are several versions. */
function migrationRules(definitions: readonly ProviderDefinition[]): PolicyRule[] {
  const crds = kindsOf(definitions).flatMap((definition) => definition.crds);
  const converted = crds.filter(({ spec }) => spec.versions.length > 1);
  const own = new Set(definitions.map(({ kind }) => `${kind.plural}.${kind.group}`));
  const others = converted.filter(({ metadata }) => !own.has(metadata.name));
  return [
    ...others.map(({ spec: { group, names } }) => {
      return { apiGroups: [group], resources: [names.plural], verbs: ["list", "patch"] };
    }),
    ...(converted.length === 0 ? [] : [statusOfDefinitions(converted)]),
  ];
}

function statusOfDefinitions(crds: readonly CustomResourceDefinition[]): PolicyRule {
  return {
    apiGroups: ["apiextensions.k8s.io"],
    resources: ["customresourcedefinitions/status"],
    resourceNames: crds.map(({ metadata }) => metadata.name),
    verbs: ["patch"],
  };
}

/** To read what the definitions use; whether a namespace may use an identity can depend on the labels of the namespace. */
function auxiliaryRules(definitions: readonly ProviderDefinition[]): PolicyRule[] {
  const used = definitions.flatMap(({ uses }) => uses);
  const kinds = byGroup(used.map(({ kind }) => kind)).map(([group, plurals]) => ({
    apiGroups: [group],
    resources: [...new Set(plurals)],
    verbs: watch,
  }));
  const namespaces = { apiGroups: [""], resources: ["namespaces"], verbs: watch };
  return used.some(({ isIdentity }) => isIdentity) ? [...kinds, namespaces] : kinds;
}

/**
 * What reading Secrets of other namespaces needs (`secretsFrom`, identities), in each of those namespaces: for a Role there. A
 * manager that serves all namespaces has it already. Empty if nothing reads any.
 *
 * @example
 * ```ts
 * import { defineIdentity, defineInfraCluster, secretsFromRules, Type } from "@capstan/provider";
 *
 * const HelloAccount = defineIdentity({ kind: "HelloAccount", versions: { v1: { spec: Type.Object({}) } } });
 * const HelloCluster = defineInfraCluster({
 *   kind: "HelloCluster",
 *   uses: [HelloAccount],
 *   versions: { v1: { contract: "v1beta2", spec: Type.Object({}) } },
 * });
 * console.log(secretsFromRules([HelloCluster])); // of a Role in each namespace with Secrets of identities
 * ```
 */
export function secretsFromRules(definitions: readonly ProviderDefinition[]): PolicyRule[] {
  const reads = kindsOf(definitions).some(({ secretsFrom }) => secretsFrom !== undefined);
  return reads ? [{ apiGroups: [""], resources: ["secrets"], verbs: ["get"] }] : [];
}

/**
 * What `--leader-elect` needs, in the namespace of `--leader-elect-namespace` alone: for a Role there (rule RB-010).
 *
 * @example
 * ```ts
 * import { leaderElectionRules } from "@capstan/provider";
 *
 * console.log(leaderElectionRules()); // of a Role in the manager's namespace
 * ```
 */
export function leaderElectionRules(): PolicyRule[] {
  return [{ apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs: ["get", "create", "update"] }];
}

/**
 * What the Cluster API manager needs on the kinds and Templates of a provider whose group it does not know: for a
 * ClusterRole with the label `cluster.x-k8s.io/aggregate-to-manager: "true"`. Empty if the groups are those of Cluster API,
 * where it may do everything already. The kubeadm control plane provider needs the same of machines: the label
 * `kubeadm.controlplane.cluster.x-k8s.io/aggregate-to-manager: "true"`.
 *
 * @see Contract rules RB-005 and RB-006;
 *   https://cluster-api.sigs.k8s.io/developer/providers/contracts/infra-machine#all-resources-api-group
 *
 * @example
 * ```ts
 * import { aggregatedRules, defineInfraMachine, Type } from "@capstan/provider";
 *
 * const HelloMachine = defineInfraMachine({
 *   kind: "HelloMachine",
 *   group: "infrastructure.example.com",
 *   versions: { v1: { contract: "v1beta2", spec: Type.Object({}) } },
 * });
 * console.log(aggregatedRules([HelloMachine])); // empty for kinds in the group of Cluster API
 * ```
 */
export function aggregatedRules(definitions: readonly ProviderDefinition[]): PolicyRule[] {
  const kinds = definitions.flatMap(({ kind, templateKind }): ResourceKind[] => [kind, templateKind]);
  return byGroup(kinds.filter(({ group }) => !groupsOfCore.includes(group))).map(([group, plurals]) => ({
    apiGroups: [group],
    resources: plurals,
    verbs: [...read, ...write],
  }));
}

function byGroup(kinds: readonly ResourceKind[]): [group: string, plurals: string[]][] {
  return [...Map.groupBy(kinds, ({ group }) => group)].map(([group, members]) => [
    group,
    members.map(({ plural }) => plural),
  ]);
}
