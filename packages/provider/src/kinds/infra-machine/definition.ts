import { groups, machineTemplateStatus, pluralOf, type PolicyRule } from "@capstan/contract";
import type { ConversionsOption } from "../../conversion/author-conversion.ts";
import { buildDefinition } from "../../define/build-definition.ts";
import type { DefinitionOf, DefinitionOptions, ProviderVersions } from "../../define/definition-options.ts";
import type { ProviderDefinition } from "../../definition/definition.ts";
import type { KindTraits } from "../../definition/kind-traits.ts";

const traits: KindTraits = {
  condition: { type: "InstanceProvisioned", reason: "Provisioned" },
  success: { type: "provisioned", demands: { providerID: "IM-006" } },
  secrets: "read",
};

/** Options of an InfraMachine. */
export interface MachineDefinitionOptions<
  Versions extends ProviderVersions,
  Storage extends keyof Versions & string,
> extends DefinitionOptions<"InfraMachine", Versions, Storage> {
  /**
   * Whether Templates report what their machines have, so that the cluster autoscaler can scale a MachineDeployment or MachineSet from zero
   * (rules BT-010 and BT-011). Your reconciler then has a method `templateCapacity`, the Template a status, and the role the permission to
   * write it. Default: false; Templates have no status.
   */
  readonly templateCapacity?: boolean;
}

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
  options: MachineDefinitionOptions<Versions, Storage> &
    ConversionsOption<NoInfer<Versions>, NoInfer<Storage>, Converted>,
): DefinitionOf<"InfraMachine", Versions, Storage> {
  const { kind, group = groups.infrastructure, templateCapacity = false } = options;
  if (!templateCapacity) return buildDefinition<"InfraMachine", Versions, Storage>("InfraMachine", traits, options);
  return buildDefinition<"InfraMachine", Versions, Storage>("InfraMachine", traits, options, {
    roleOptions: new Set([capacityOption]),
    permissions: templatePermissions(group, pluralOf(`${kind}Template`)),
    templateStatus: machineTemplateStatus(),
  });
}

const capacityOption = "templateCapacity";

/** Whether the kind was defined with `templateCapacity`. */
export function reportsCapacity({ roleOptions }: Pick<ProviderDefinition, "roleOptions">): boolean {
  return roleOptions.has(capacityOption);
}

function templatePermissions(group: string, plural: string): PolicyRule[] {
  return [
    { apiGroups: [group], resources: [plural], verbs: ["get", "list", "watch"] },
    { apiGroups: [group], resources: [`${plural}/status`], verbs: ["get", "update", "patch"] },
  ];
}
