import { type FieldError } from "../status/field-error.ts";

/** The findings of a schema's CEL rules. */
export interface RuleFindings {
  readonly errors: readonly FieldError[];
  /** Violations that existed before, in unchanged parts. */
  readonly warnings: readonly string[];
}
