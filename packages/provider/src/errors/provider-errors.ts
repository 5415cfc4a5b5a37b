import type { ContractViolation, Violation } from "@capstan/contract";
import { CapstanError, type ObjectRef } from "@capstan/runtime";

/**
 * An outcome, or an object met on the way, breaks the provider contract. Nothing of the outcome was written; the object's
 * Ready condition says why. Not retried before something changes.
 */
export class ProviderContractError extends CapstanError {
  readonly code = "ContractViolated";
  readonly retry = "never";
  readonly violations: readonly Violation[];

  constructor(violation: ContractViolation, object: ObjectRef) {
    super(violation.message, { object, cause: violation });
    this.violations = violation.violations;
  }
}

/** A kind was defined in a way that cannot keep the contract, or that no API server can serve. Never retried. */
export class DefinitionError extends CapstanError {
  readonly code = "DefinitionInvalid";
  readonly retry = "never";
  /** The rules that it breaks, with the place in the definition or in the CRD made of it; empty where none speaks of the problem. */
  readonly violations: readonly Violation[];

  constructor(
    message: string,
    { violations = [], cause }: { violations?: readonly Violation[]; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.violations = violations;
  }
}
