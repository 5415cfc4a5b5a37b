import { CapstanError, isCapstanError, type ObjectRef } from "@capstan/kube";
import { type Violation } from "./violation.ts";

/** An object, an outcome or a write breaks the provider contract. A retry does not help until something changes. */
export class ContractViolation extends CapstanError {
  readonly code = "ContractViolated";
  readonly retry = "never";
  /** The subject of the violation, with which the message starts. */
  readonly subject: string;
  /** Each broken rule, and its place. */
  readonly violations: readonly Violation[];

  constructor(
    subject: string,
    violations: readonly Violation[],
    options: { readonly object?: ObjectRef; readonly cause?: unknown } = {},
  ) {
    super(`${subject} breaks the provider contract: ${violations.map(describeViolation).join("; ")}`, options);
    this.subject = subject;
    this.violations = violations;
  }
}

/**
 * Whether `error` is a {@link ContractViolation}, from any copy of this package.
 *
 * @example
 * ```ts
 * import { describeViolation, isContractViolation } from "@capstan/contract";
 *
 * export function explain(error: unknown): string {
 *   return isContractViolation(error) ? error.violations.map(describeViolation).join("\n") : String(error);
 * }
 * ```
 */
export function isContractViolation(error: unknown): error is ContractViolation {
  return isCapstanError(error, "ContractViolated");
}

/**
 * Describes a violation in one line: path, expectation, actual value, the rule and its source.
 *
 * @example
 * ```ts
 * import { describeViolation, violation } from "@capstan/contract";
 *
 * const broken = violation("IM-002", { path: "spec.providerID", expected: "an optional string" });
 * console.log(describeViolation(broken)); // the path, the expectation, the rule and its source
 * ```
 */
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
