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
 * The permissions that the core controllers need in all namespaces that they serve: for a ClusterRole, bound everywhere or, with
 * `--namespace`, in these namespaces. {@link coreClusterRules} are needed in addition.
 *
 * Includes the kinds of providers in the API groups of Cluster API. A provider with its own group must bring a role that is aggregated to
 * that of the core (rule RB-005).
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
    // To set blockOwnerDeletion where the admission plugin OwnerReferencesPermissionEnforcement is enabled.
    { apiGroups: [groups.core], resources: partOf("finalizers", owners), verbs: ["update"] },
    ...conditionRules(kinds, own),
    {
      apiGroups: [groups.bootstrap, groups.controlPlane, groups.infrastructure],
      resources: ["*"],
      verbs: all,
    },
    // The core deletes no Secrets, but that plugin allows only accounts that may delete an object to change its owners, as after a restore.
    { apiGroups: [""], resources: ["secrets"], verbs: [...read, "create", "patch", "delete"] },
    { apiGroups: ["events.k8s.io"], resources: ["events"], verbs: ["create", "patch"] },
  ];
}

/**
 * The permissions that the core controllers need for cluster-scoped objects: for a ClusterRole that is bound to the whole cluster.
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
    // To remove an earlier version from status.storedVersions.
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

/** To report on each object of a kind that this core does not serve it; only where the kind is installed. */
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
