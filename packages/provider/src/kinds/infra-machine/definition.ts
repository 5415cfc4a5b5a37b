import type { ConversionsOption } from "../../conversion/author-conversion.ts";
import { buildDefinition } from "../../define/build-definition.ts";
import type { DefinitionOf, DefinitionOptions, ProviderVersions } from "../../define/definition-options.ts";
import type { KindTraits } from "../../definition/kind-traits.ts";

const traits: KindTraits = {
  condition: { type: "InstanceProvisioned", reason: "Provisioned" },
  success: { type: "provisioned", demands: { providerID: "IM-006" } },
  secrets: "read",
};

/**
 * Defines the machine kind of an infrastructure provider (an InfraMachine). Type, Template, CRDs and validator come from one schema per
 * version.
 *
 * @throws {@link DefinitionError} the kind or its versions cannot keep the contract; never retried.
 * @see https://cluster-api.sigs.k8s.io/developer/providers/contracts/infra-machine
 *
 * @example
 * ```ts
 * import { defineInfraMachine, Type } from "@capstan/provider";
 *
 * export const HelloMachine = defineInfraMachine({
 *   kind: "HelloMachine",
 *   columns: [{ name: "Size", path: "spec.size" }],
 *   versions: {
 *     v1alpha1: { contract: "v1beta2", spec: Type.Object({ size: Type.String({ default: "small" }) }) },
 *   },
 * });
 * console.log(HelloMachine.crds.map(({ metadata }) => metadata.name)); // of HelloMachines and HelloMachineTemplates
 * ```
 */
export function defineInfraMachine<
  const Versions extends ProviderVersions,
  const Storage extends keyof Versions & string = keyof Versions & string,
  Converted extends string = never,
>(
  options: DefinitionOptions<"InfraMachine", Versions, Storage> &
    ConversionsOption<NoInfer<Versions>, NoInfer<Storage>, Converted>,
): DefinitionOf<"InfraMachine", Versions, Storage> {
  return buildDefinition<"InfraMachine", Versions, Storage>("InfraMachine", traits, options);
}
