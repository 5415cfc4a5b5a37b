import type { ConversionsOption } from "../../conversion/author-conversion.ts";
import { buildDefinition } from "../../define/build-definition.ts";
import type { DefinitionOf, DefinitionOptions, ProviderVersions } from "../../define/definition-options.ts";
import type { KindTraits } from "../../definition/kind-traits.ts";

const traits: KindTraits = {
  condition: { type: "InfrastructureProvisioned", reason: "Provisioned" },
  success: { type: "clusterProvisioned", demands: {} },
  secrets: "read",
};

/**
 * Defines the cluster kind of an infrastructure provider (an InfraCluster). Type, Template, CRDs and validator come from one schema per
 * version.
 *
 * @throws {@link DefinitionError} the kind or its versions cannot keep the contract; never retried.
 * @see https://cluster-api.sigs.k8s.io/developer/providers/contracts/infra-cluster
 *
 * @example
 * ```ts
 * import { defineInfraCluster, Type } from "@capstan/provider";
 *
 * export const HelloCluster = defineInfraCluster({
 *   kind: "HelloCluster",
 *   versions: { v1alpha1: { contract: "v1beta2", spec: Type.Object({ region: Type.String() }) } },
 * });
 * ```
 */
export function defineInfraCluster<
  const Versions extends ProviderVersions,
  const Storage extends keyof Versions & string = keyof Versions & string,
  Converted extends string = never,
>(
  options: DefinitionOptions<"InfraCluster", Versions, Storage> &
    ConversionsOption<NoInfer<Versions>, NoInfer<Storage>, Converted>,
): DefinitionOf<"InfraCluster", Versions, Storage> {
  return buildDefinition<"InfraCluster", Versions, Storage>("InfraCluster", traits, options);
}
