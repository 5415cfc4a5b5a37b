import { type Violation } from "./violation.ts";

/**
 * An object breaks the provider contract. Thrown by the `read*` functions; retrying does not help
 * before the object has changed.
 */
export class ContractViolation extends Error {
  override readonly name = "ContractViolation";
  readonly violations: readonly Violation[];

  constructor(subject: string, violations: readonly Violation[]) {
    super(`${subject} breaks the provider contract: ${violations.map(describeViolation).join("; ")}`);
    this.violations = violations;
  }
}

/** One line for people: path, what was expected, what was found, the rule and its source. */
export function describeViolation(violation: Violation): string {
  return `${violation.path}: expected ${violation.expected}, found ${describeValue(violation.actual)} (${violation.rule}; ${violation.source})`;
}

function describeValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "a list" : "an object";
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return typeof value;
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
