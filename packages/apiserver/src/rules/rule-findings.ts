import { type FieldError } from "../status/field-error.ts";

/** What the rules in CEL of a schema find. */
export interface RuleFindings {
  readonly errors: readonly FieldError[];
  /** What is broken, but was before, in what has not been changed. */
  readonly warnings: readonly string[];
}
