import { groups, MachinePool, type PolicyRule } from "@capstan/contract";
import type { ConversionsOption } from "../../conversion/author-conversion.ts";
import { buildDefinition } from "../../define/build-definition.ts";
import type { ProviderDefinition } from "../../definition/definition.ts";
import type { DefinitionOf, DefinitionOptions, ProviderVersions } from "../../define/definition-options.ts";
import type { KindTraits } from "../../definition/kind-traits.ts";
import { poolViolations } from "./pool-violations.ts";

const traits: KindTraits = {
  condition: { type: "InfrastructureProvisioned", reason: "Provisioned" },
  success: { type: "poolProvisioned", demands: { providerIDList: "MP-003" } },
  secrets: "read",
  violationsOf: poolViolations,
};

const replicasPermission: PolicyRule = { apiGroups: [groups.core], resources: [MachinePool.plural], verbs: ["patch"] };

/** Options of an InfraMachinePool kind. */
export interface PoolDefinitionOptions<
  Versions extends ProviderVersions,
  Storage extends keyof Versions & string,
> extends DefinitionOptions<"InfraMachinePool", Versions, Storage> {
  /**
   * Whether the infrastructure may decide the number of machines in a pool, with an autoscaler of the cloud for example (rule MP-010). If a
   * MachinePool allows it with the annotation `cluster.x-k8s.io/replicas-managed-by`, the SDK writes the numbers in your outcomes into
   * `spec.replicas` of the MachinePool. You must enable it, because the provider's role then may patch MachinePools; the SDK uses that
   * permission for nothing else. Default: false; MachinePools are only read.
   */
  readonly managesReplicas?: boolean;
}

/**
 * Defines the machine pool kind of an infrastructure provider (an InfraMachinePool). Type, Template, CRDs and validator come from one
 * schema per version. The management cluster need not have MachinePools.
 *
 * @throws {@link DefinitionError} the kind or its versions cannot keep the contract; never retried.
 * @see https://cluster-api.sigs.k8s.io/developer/providers/contracts/infra-machinepool
 *
 * @example
 * ```ts
 * import { defineInfraMachinePool, Type } from "@capstan/provider";
 *
 * export const HelloMachinePool = defineInfraMachinePool({
 *   kind: "HelloMachinePool",
 *   versions: { v1alpha1: { contract: "v1beta2", spec: Type.Object({ size: Type.String() }) } },
 * });
 * ```
 */
export function defineInfraMachinePool<
  const Versions extends ProviderVersions,
  const Storage extends keyof Versions & string = keyof Versions & string,
  Converted extends string = never,
>(
  options: PoolDefinitionOptions<Versions, Storage> & ConversionsOption<NoInfer<Versions>, NoInfer<Storage>, Converted>,
): DefinitionOf<"InfraMachinePool", Versions, Storage> {
  const { managesReplicas = false } = options;
  return buildDefinition<"InfraMachinePool", Versions, Storage>("InfraMachinePool", traits, options, {
    roleOptions: new Set(managesReplicas ? ["managesReplicas"] : []),
    permissions: managesReplicas ? [replicasPermission] : [],
  });
}

/** Whether the kind was defined with `managesReplicas`. */
export function managesReplicas({ roleOptions }: ProviderDefinition<"InfraMachinePool">): boolean {
  return roleOptions.has("managesReplicas");
}
