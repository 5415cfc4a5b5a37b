import { ContractViolation } from "@capstan/contract";
import { objectKeyText } from "@capstan/kube";
import type { ProviderDefinition } from "../definition/definition.ts";
import { type CachedObject } from "../object/stored-object.ts";
import type { Outcome } from "../outcome/outcome.ts";
import { outcomeViolations } from "./outcome-violations.ts";
import type { Asked } from "./asked.ts";

/**
 * Returns the outcome if the contract allows writing it.
 *
 * @throws ContractViolation - with every rule that the outcome breaks; nothing is written.
 */
export function checkedOutcome<O extends Outcome>(
  definition: ProviderDefinition,
  object: CachedObject,
  outcome: O,
  asked: Asked = "provide",
): O {
  const violations = outcomeViolations(definition, object, outcome, asked);
  if (violations.length > 0) {
    throw new ContractViolation(`The outcome for ${object.kind} ${objectKeyText(object.metadata)}`, violations);
  }
  return outcome;
}
