import { describeViolation, type Violation } from "@capstan/contract";
import { DefinitionError } from "../definition/definition-error.ts";

/** @throws DefinitionError with all violations, if there are any. */
export function refuseIfAny(kind: string, violations: readonly Violation[]): void {
  if (violations.length === 0) return;
  const lines = violations.map((violation) => `\n- ${describeViolation(violation)}`);
  throw new DefinitionError(`Kind ${kind} cannot be defined:${lines.join("")}`, { violations });
}
