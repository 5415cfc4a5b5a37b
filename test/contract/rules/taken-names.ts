import { type ContractVersion, contractVersions, providerRoles, reservedNames, type RuleId } from "@capstan/contract";
import type { ProviderRole } from "@capstan/provider";
import { helperOf } from "../../../packages/provider/test/refused-definitions.ts";

/** An author's field with a name that the contract has taken: the same breach, at every moment. */
export interface TakenName {
  readonly role: ProviderRole;
  readonly contract: ContractVersion;
  readonly section: "spec" | "status";
  readonly name: string;
  readonly rule: RuleId;
}

/** Every taken name of every role for which authors can define kinds, under each contract. */
export const takenNames: readonly TakenName[] = providerRoles
  .filter((role) => helperOf(role) !== undefined)
  .flatMap((role) =>
    contractVersions.flatMap((contract) =>
      (["spec", "status"] as const).flatMap((section) =>
        [...reservedNames(role, contract, section)].map(([name, rule]) => ({ role, contract, section, name, rule })),
      ),
    ),
  );

/** The name in a failing test. */
export function labelOf({ role, contract, section, name }: TakenName): string {
  return `a ${role} (${contract}) with ${section}.${name} of its own`;
}
