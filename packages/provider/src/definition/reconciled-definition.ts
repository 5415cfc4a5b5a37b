import type { ContractVersion, PolicyRule, ProviderType, Role } from "@capstan/contract";
import type { AuxiliaryDefinition } from "./auxiliary-definition.ts";
import type { KindDefinition } from "./kind-definition.ts";

/** A kind that a provider reconciles, whether or not it has a role for core: all that running, installing and releasing it needs. */
export interface ReconciledDefinition extends KindDefinition {
  /** The type of the providers that reconcile such kinds, in the terms of clusterctl. */
  readonly providerType: ProviderType;
  /** All contract versions of the storage version, newest first. */
  readonly contracts: readonly ContractVersion[];
  /** The permissions of your own code in the management cluster, in addition to those of the SDK; `managerRules` includes them. */
  readonly permissions: readonly PolicyRule[];
  /** The auxiliary kinds that the reconciler reads through its scope. */
  readonly uses: readonly AuxiliaryDefinition[];
  /** The finalizer that keeps an object until the provider has cleaned up. */
  readonly finalizer: string;
  /** The kinds of core that may own objects and that the reconciler therefore reads. */
  readonly owners: readonly Role["owner"][];
  /** Whether your code claims addresses with `scope.claimAddress`. */
  readonly claimsAddresses: boolean;
  /** Whether the manager reads or writes Secrets for the kind. */
  readonly secrets: "none" | "read" | "write";
}
