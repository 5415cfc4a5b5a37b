import type { Violation } from "@capstan/contract";
import { CapstanError } from "@capstan/kube";

/** A kind was defined in a way that cannot keep the contract, or that no API server can serve. Never retried. */
export class DefinitionError extends CapstanError {
  readonly code = "DefinitionInvalid";
  readonly retry = "never";
  /** The rules that it breaks, with the place in the definition or in the CRD made of it; empty if no rule covers the problem. */
  readonly violations: readonly Violation[];

  constructor(
    message: string,
    { violations = [], cause }: { violations?: readonly Violation[]; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.violations = violations;
  }
}
