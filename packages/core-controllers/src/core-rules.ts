import {
  Cluster,
  groups,
  Machine,
  MachineDeployment,
  MachineDrainRule,
  MachineHealthCheck,
  MachinePool,
  MachineSet,
  type PolicyRule,
  type ResourceKind,
} from "@capstan/contract";
import { convertedCoreCRDs } from "./api/converted-crds.ts";
import { unservedKinds } from "./controllers/unserved/unserved-kind.ts";

const watch = ["list", "watch"];
const read = ["get", ...watch];
const all = [...read, "create", "update", "patch", "delete"];

const owners: readonly ResourceKind[] = [Cluster, Machine, MachineSet, MachineDeployment];
const served = [...owners, MachineHealthCheck];
const unserved = unservedKinds.map(({ kind }) => kind);

/**
 * What the core controllers need in all the namespaces that they serve, and no more: for a ClusterRole, bound everywhere or, with
 * `--namespace`, in these namespaces. {@link coreClusterRules} are needed in addition.
 *
 * Kinds of providers are those in the groups of Cluster API; a provider with a group of its own brings a role that is added to that of the
 * core (rule RB-005).
 *
 * @example
 * ```ts
 * import { coreRules } from "@capstan/core-controllers";
 *
 * console.log(coreRules().flatMap(({ resources }) => resources));
 * ```
 */
export function coreRules(): PolicyRule[] {
  const kinds = unserved.filter(({ namespaced }) => namespaced);
  const own = [...served, MachineDrainRule, MachinePool];
  return [
    { apiGroups: [groups.core], resources: own.map(({ plural }) => plural), verbs: all },
    { apiGroups: [groups.core], resources: [Machine.plural], verbs: ["deletecollection"] },
    { apiGroups: [groups.core], resources: partOf("status", served), verbs: ["get", "update", "patch"] },
    // To own what blocks the deletion of its owner, where the admission plugin OwnerReferencesPermissionEnforcement is on.
    { apiGroups: [groups.core], resources: partOf("finalizers", owners), verbs: ["update"] },
    ...conditionRules(kinds, own),
    {
      apiGroups: [groups.bootstrap, groups.controlPlane, groups.infrastructure],
      resources: ["*"],
      verbs: all,
    },
    // Deletes none, but that plugin lets only those change an owner who may delete: what a restore left gets its owner back.
    { apiGroups: [""], resources: ["secrets"], verbs: [...read, "create", "patch", "delete"] },
    { apiGroups: ["events.k8s.io"], resources: ["events"], verbs: ["create", "patch"] },
  ];
}

/**
 * What the core controllers need of objects that have no namespace: for a ClusterRole that is bound to the whole cluster.
 *
 * @example
 * ```ts
 * import { coreClusterRules } from "@capstan/core-controllers";
 *
 * console.log(coreClusterRules().flatMap(({ resources }) => resources));
 * ```
 */
export function coreClusterRules(): PolicyRule[] {
  const converted = convertedCoreCRDs.filter(({ spec }) => spec.conversion?.strategy === "Webhook");
  const apiGroups = ["apiextensions.k8s.io"];
  return [
    { apiGroups, resources: ["customresourcedefinitions"], verbs: read },
    // To take an earlier version from status.storedVersions.
    {
      apiGroups,
      resources: ["customresourcedefinitions/status"],
      resourceNames: converted.map(({ metadata }) => metadata.name),
      verbs: ["patch"],
    },
    ...conditionRules(
      unserved.filter(({ namespaced }) => !namespaced),
      [],
    ),
    { apiGroups: ["authentication.k8s.io"], resources: ["tokenreviews"], verbs: ["create"] },
    { apiGroups: ["authorization.k8s.io"], resources: ["subjectaccessreviews"], verbs: ["create"] },
  ];
}

/** To say on objects of kinds that this core does not serve that it does not; only where the kinds are installed. */
function conditionRules(kinds: readonly ResourceKind[], readAlready: readonly ResourceKind[]): PolicyRule[] {
  const apiGroups = [...new Set(kinds.map(({ group }) => group))];
  const toRead = kinds.filter((kind) => !readAlready.some(({ plural }) => plural === kind.plural));
  return [
    { apiGroups, resources: toRead.map(({ plural }) => plural), verbs: watch },
    { apiGroups, resources: partOf("status", kinds), verbs: ["patch"] },
  ];
}

function partOf(subresource: "status" | "finalizers", kinds: readonly ResourceKind[]): string[] {
  return kinds.map(({ plural }) => `${plural}/${subresource}`);
}
