import type { Violation } from "@capstan/contract";
import { CapstanError } from "@capstan/kube";

/** The definition of a kind breaks the contract, or no API server can serve the kind. Never retried. */
export class DefinitionError extends CapstanError {
  readonly code = "DefinitionInvalid";
  readonly retry = "never";
  /** The broken rules, each with the place in the definition or in its CRD; empty if no rule covers the problem. */
  readonly violations: readonly Violation[];

  constructor(
    message: string,
    { violations = [], cause }: { violations?: readonly Violation[]; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.violations = violations;
  }
}
