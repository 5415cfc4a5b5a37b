import {
  conditionsSchema,
  contractLabel,
  contractVersions,
  groups,
  labelSelector,
  type PolicyRule,
} from "@capstan/contract";
import type { ConversionsOption } from "../../conversion/author-conversion.ts";
import type { AuxiliaryOptions } from "../../define/auxiliary-options.ts";
import { buildAuxiliary } from "../../define/build-auxiliary.ts";
import { permissionViolations } from "../../define/permission-violations.ts";
import { refuseIfAny } from "../../define/refuse-if-any.ts";
import type { AuxiliaryDefinition } from "../../definition/auxiliary-definition.ts";
import type { AddonDefinition, AddonObject, AddonVersions } from "./addon-definition.ts";
import { clustersSchema } from "./cluster-report.ts";

/** Options of a kind of add-ons. The SDK adds `spec.clusterSelector` and the whole status. */
export interface AddonOptions<
  Versions extends AddonVersions,
  Storage extends keyof Versions & string,
> extends AuxiliaryOptions<Versions, Storage> {
  /** The API group. Default: `addons.cluster.x-k8s.io`. */
  readonly group?: string;
  /** Whether `clusterctl move` moves the objects (rule CT-016). Default: true. */
  readonly move?: boolean;
  /** The permissions of your own code in the management cluster, as for other kinds. Default: no permissions. */
  readonly permissions?: readonly PolicyRule[];
  /** The auxiliary kinds that the reconciler reads with `scope.read` and `scope.identity`. Default: no kinds. */
  readonly uses?: readonly AuxiliaryDefinition[];
  /**
   * The finalizer that keeps an object until the add-on is removed, if the reconciler has `deleteAddon`: a qualified name. Default: the
   * group and the kind in lower case, such as `addons.cluster.x-k8s.io/helloaddon`.
   */
  readonly finalizer?: string;
}

const [contract] = contractVersions;

/**
 * Defines a kind of add-ons: objects that select Clusters of their namespace by label, in whose workload clusters something is installed.
 * Type, CRD and validator come from one schema, to which the SDK adds `spec.clusterSelector` and the status. `AddonReconciler` reconciles
 * them. Its manager may read Clusters and Secrets, for the kubeconfigs of workload clusters.
 *
 * @throws {@link DefinitionError} no API server could serve the kind; never retried.
 *
 * @example
 * ```ts
 * import { defineAddon, Type } from "@capstan/provider";
 *
 * export const HelloAddon = defineAddon({
 *   kind: "HelloAddon",
 *   versions: { v1alpha1: { spec: Type.Object({ greeting: Type.String() }) } },
 * });
 * console.log(HelloAddon.crds.map(({ metadata }) => metadata.name)); // [ 'helloaddons.addons.cluster.x-k8s.io' ]
 * ```
 */
export function defineAddon<
  const Versions extends AddonVersions,
  const Storage extends keyof Versions & string = keyof Versions & string,
  Converted extends string = never,
>(
  options: AddonOptions<Versions, Storage> & ConversionsOption<NoInfer<Versions>, NoInfer<Storage>, Converted>,
): AddonDefinition<AddonObject<Versions[Storage]>> {
  const { kind, group = groups.addons, permissions = [], uses = [] } = options;
  refuseIfAny(kind, permissionViolations(permissions));
  const finalizer = options.finalizer ?? `${group}/${kind.toLowerCase()}`;
  const definition = buildAuxiliary({
    ...options,
    group,
    scope: "Namespaced",
    finalizer,
    conversions: options.conversions ?? {},
    admission: options.admission,
    fields: { clusterSelector: labelSelector("The Clusters that get the add-on; empty for none.") },
    statusFields: { conditions: conditionsSchema, clusters: clustersSchema },
    // The contract has no fields for add-ons, so every version implements it.
    labels: { [contractLabel(contract)]: Object.keys(options.versions).join("_") },
    isIdentity: false,
    isMoved: options.move ?? true,
  });
  return {
    ...definition,
    providerType: "addon",
    contracts: [contract],
    permissions,
    uses,
    finalizer,
    owners: [],
    claimsAddresses: false,
    // The kubeconfigs of workload clusters.
    secrets: "read",
  };
}
