import {
  conditionsSchema,
  contractLabel,
  contractVersions,
  groups,
  IPAddress,
  IPAddressClaim,
  ipPool,
  type PolicyRule,
} from "@capstan/contract";
import type { ConversionsOption } from "../../conversion/author-conversion.ts";
import type { AuxiliaryOptions, KindVersions } from "../../define/auxiliary-options.ts";
import { buildAuxiliary } from "../../define/build-auxiliary.ts";
import { permissionViolations } from "../../define/permission-violations.ts";
import { refuseIfAny } from "../../define/refuse-if-any.ts";
import type { AuxiliaryDefinition } from "../../definition/auxiliary-definition.ts";
import type { IPPoolDefinition, IPPoolObject } from "./pool-definition.ts";

/** Options of a kind of pools. The SDK adds `status.conditions`. */
export interface IPPoolOptions<
  Versions extends KindVersions,
  Storage extends keyof Versions & string,
> extends AuxiliaryOptions<Versions, Storage> {
  /** The API group. Default: `ipam.cluster.x-k8s.io`. */
  readonly group?: string;
  /** Whether claims of only the pool's namespace, or of all namespaces, may refer to a pool. Default: Namespaced. */
  readonly scope?: "Cluster" | "Namespaced";
  /** Whether `clusterctl move` moves all pools, so that moved Clusters keep their addresses (rule CT-016). Default: true. */
  readonly move?: boolean;
  /** The permissions of your own code in the management cluster, as for other kinds. Default: no permissions. */
  readonly permissions?: readonly PolicyRule[];
  /** The auxiliary kinds that the reconciler reads with `scope.read` and `scope.identity`. Default: no kinds. */
  readonly uses?: readonly AuxiliaryDefinition[];
  /**
   * The finalizer that keeps a pool while addresses of it are in use: a qualified name. Default: the group and the kind in lower case, such
   * as `ipam.cluster.x-k8s.io/helloippool`.
   */
  readonly finalizer?: string;
}

const watched = ["get", "list", "watch"];
const [contract] = contractVersions;

/**
 * Defines a kind of pools of IP addresses, for an IPAM provider. Type, CRD and validator come from one schema. IPAddressClaims refer to
 * pools of the kind by group, kind and name; `IPPoolReconciler` serves them.
 *
 * @throws {@link DefinitionError} the kind cannot keep the contract, or no API server could serve it; never retried.
 * @see https://cluster-api.sigs.k8s.io/developer/providers/contracts/ipam
 *
 * @example
 * ```ts
 * import { defineIPPool, Type } from "@capstan/provider";
 *
 * export const HelloIPPool = defineIPPool({
 *   kind: "HelloIPPool",
 *   versions: { v1alpha1: { spec: Type.Object({ network: Type.String() }) } },
 * });
 * console.log(HelloIPPool.crds.map(({ metadata }) => metadata.name)); // [ 'helloippools.ipam.cluster.x-k8s.io' ]
 * ```
 */
export function defineIPPool<
  const Versions extends KindVersions,
  const Storage extends keyof Versions & string = keyof Versions & string,
  Converted extends string = never,
>(
  options: IPPoolOptions<Versions, Storage> & ConversionsOption<NoInfer<Versions>, NoInfer<Storage>, Converted>,
): IPPoolDefinition<IPPoolObject<Versions[Storage]>> {
  const { kind, group = ipPool.group, scope = "Namespaced", permissions = [], uses = [] } = options;
  refuseIfAny(kind, permissionViolations(permissions));
  const finalizer = options.finalizer ?? `${group}/${kind.toLowerCase()}`;
  const definition = buildAuxiliary({
    ...options,
    group,
    scope,
    finalizer,
    conversions: options.conversions ?? {},
    admission: options.admission,
    fields: {},
    statusFields: { conditions: conditionsSchema },
    role: "IPPool",
    // The contract has no fields for pools, so every version implements it.
    labels: { [contractLabel(contract)]: Object.keys(options.versions).join("_") },
    isIdentity: false,
    isMoved: options.move ?? true,
  });
  return {
    ...definition,
    providerType: ipPool.provider,
    contracts: [contract],
    permissions: [...permissions, ...rulesFor(definition.kind)],
    uses,
    finalizer,
    owners: [],
    claimsAddresses: false,
    // Only identities have Secrets that the SDK reads for all users of a pool.
    secrets: uses.some(({ isIdentity }) => isIdentity) ? "read" : "none",
  };
}

/** The SDK's permissions for claims and addresses. */
function rulesFor(pool: { readonly group: string; readonly plural: string }): PolicyRule[] {
  const apiGroups = [groups.ipam];
  const claims = IPAddressClaim.plural;
  return [
    { apiGroups, resources: [claims], verbs: [...watched, "update", "patch"] },
    { apiGroups, resources: [`${claims}/status`], verbs: ["get", "update", "patch"] },
    { apiGroups, resources: [IPAddress.plural], verbs: [...watched, "create", "update", "patch", "delete"] },
    // To set blockOwnerDeletion where the admission plugin OwnerReferencesPermissionEnforcement is enabled.
    { apiGroups, resources: [`${claims}/finalizers`], verbs: ["update"] },
    { apiGroups: [pool.group], resources: [`${pool.plural}/finalizers`], verbs: ["update"] },
  ];
}
