import {
  type CustomResourceDefinition,
  groups,
  MachinePool,
  type ResourceKind,
  type PolicyRule,
} from "@capstan/contract";
import type { ReconciledDefinition } from "./definition/reconciled-definition.ts";
import { isRoleDefinition } from "./definition/is-role-definition.ts";
import { kindsOf } from "./definition/kinds-of.ts";

const watch = ["list", "watch"];
const read = ["get", ...watch];
const change = ["update", "patch"];
const write = ["create", ...change, "delete"];

/** Groups in which the Cluster API manager has all permissions already (rule RB-005). */
const groupsOfCore: readonly string[] = [groups.bootstrap, groups.controlPlane, groups.infrastructure, groups.addons];

/** Authenticates and authorizes clients of the diagnostics endpoint. These resources are cluster-scoped, so a Role cannot grant them. */
const reviews: readonly PolicyRule[] = [
  { apiGroups: ["authentication.k8s.io"], resources: ["tokenreviews"], verbs: ["create"] },
  { apiGroups: ["authorization.k8s.io"], resources: ["subjectaccessreviews"], verbs: ["create"] },
];

/** Lets the manager watch MachinePools once their CRD is installed. */
const watchOfPoolsDefinition: PolicyRule = {
  apiGroups: ["apiextensions.k8s.io"],
  resources: ["customresourcedefinitions"],
  resourceNames: [`${MachinePool.plural}.${MachinePool.group}`],
  verbs: ["list", "watch"],
};

/**
 * The permissions that a provider's manager needs in all namespaces that it watches, and no others: its kinds, the Secrets that it writes
 * or reads, read access to Machines (and MachinePools) and Clusters, Events, and the `permissions` of the definitions. Use them in a
 * ClusterRole, or in a Role if the manager runs with `--namespace`.
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
export function managerRules(definitions: readonly ReconciledDefinition[]): PolicyRule[] {
  const secrets = new Set(definitions.map((definition) => definition.secrets));
  const hasMachines = definitions.some(({ owners }) => owners.includes("Machine"));
  const hasPools = definitions.some(({ owners }) => owners.includes("MachinePool"));
  return [
    ...ownRules(
      definitions.filter((definition) => isRoleDefinition(definition)),
      write,
    ),
    // Only users create and delete pools.
    ...ownRules(
      definitions.filter((definition) => !isRoleDefinition(definition)),
      change,
    ),
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
    // An infrastructure provider reads bootstrap data and the workload cluster's kubeconfig. A provider that writes Secrets deletes no
    // Secrets, but OwnerReferencesPermissionEnforcement requires the delete permission to change an owner, which adopting a restored Secret
    // does (BS-007).
    ...secretRules(secrets),
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

function ownRules(definitions: readonly ReconciledDefinition[], verbs: readonly string[]): PolicyRule[] {
  return byGroup(definitions.map(({ kind }) => kind)).flatMap(([group, plurals]) => [
    { apiGroups: [group], resources: plurals, verbs: [...read, ...verbs] },
    { apiGroups: [group], resources: plurals.map((plural) => `${plural}/status`), verbs: ["get", ...change] },
  ]);
}

function secretRules(secrets: ReadonlySet<ReconciledDefinition["secrets"]>): PolicyRule[] {
  if (!secrets.has("read") && !secrets.has("write")) return [];
  return [{ apiGroups: [""], resources: ["secrets"], verbs: secrets.has("write") ? [...read, ...write] : read }];
}

/** The additional permissions for rewriting objects that are stored in an earlier version; empty for kinds with a single version. */
function migrationRules(definitions: readonly ReconciledDefinition[]): PolicyRule[] {
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

/** The permissions to read the auxiliary kinds in `uses`, and Namespaces, because an identity may select namespaces by label. */
function auxiliaryRules(definitions: readonly ReconciledDefinition[]): PolicyRule[] {
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
 * The permissions to read Secrets of other namespaces (`secretsFrom`, identities), for a Role in each of those namespaces. A manager that
 * serves all namespaces already has them. Empty if no kind reads such Secrets.
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
 * console.log(secretsFromRules([HelloCluster])); // for a Role in each namespace with Secrets of identities
 * ```
 */
export function secretsFromRules(definitions: readonly ReconciledDefinition[]): PolicyRule[] {
  const reads = kindsOf(definitions).some(({ secretsFrom }) => secretsFrom !== undefined);
  return reads ? [{ apiGroups: [""], resources: ["secrets"], verbs: ["get"] }] : [];
}

/**
 * The permissions for `--leader-elect`, for a Role in the namespace of `--leader-elect-namespace` (rule RB-010).
 *
 * @example
 * ```ts
 * import { leaderElectionRules } from "@capstan/provider";
 *
 * console.log(leaderElectionRules()); // for a Role in the manager's namespace
 * ```
 */
export function leaderElectionRules(): PolicyRule[] {
  return [{ apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs: ["get", "create", "update"] }];
}

/**
 * The permissions that the Cluster API manager needs for the kinds and Templates of a provider with its own API group: for a ClusterRole
 * with the label `cluster.x-k8s.io/aggregate-to-manager: "true"`. Empty if the groups are those of Cluster API, where that manager has all
 * permissions already. The kubeadm control plane provider needs the same permissions for machines: set the label
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
export function aggregatedRules(definitions: readonly ReconciledDefinition[]): PolicyRule[] {
  const kinds = definitions
    .filter((definition) => isRoleDefinition(definition))
    .flatMap(({ kind, templateKind }): ResourceKind[] => [kind, templateKind]);
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
