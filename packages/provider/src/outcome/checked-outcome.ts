import { ContractViolation } from "@capstan/contract";
import type { ProviderRole } from "../definition/contract-fields.ts";
import { type CachedObject, keyOf } from "../lifecycle/stored-object.ts";
import type { BootstrapOutcome, InfraClusterOutcome, InfraMachineOutcome } from "./outcome.ts";
import { validateOutcome } from "./validate-outcome.ts";

/**
 * The outcome, if the contract allows to write it.
 *
 * @throws ContractViolation - with every rule it breaks; nothing of it is written.
 */
export function checkedOutcome<O extends BootstrapOutcome | InfraMachineOutcome | InfraClusterOutcome>(
  role: ProviderRole,
  object: CachedObject,
  outcome: O,
): O {
  const violations = validateOutcome(role, object, outcome);
  if (violations.length > 0) {
    throw new ContractViolation(`Outcome ${outcome.type} of ${object.kind} ${keyOf(object)}`, violations);
  }
  return outcome;
}
