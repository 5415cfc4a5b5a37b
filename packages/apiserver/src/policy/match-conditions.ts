import { type CelValue } from "../cel/values/value.ts";
import { budgets, Evaluation, OutOfBudget } from "./evaluation.ts";
import { type PolicyExpression } from "./policy-expression.ts";
import { type PolicyVariables } from "./policy-variables.ts";

/**
 * Whether no match condition of a webhook or policy is false.
 *
 * @returns why this is not known, if a condition could not be evaluated and no other is false.
 */
export function conditionsMatch(
  conditions: readonly PolicyExpression[],
  values: ReadonlyMap<string, CelValue>,
  variables?: PolicyVariables,
): boolean | { readonly error: string } {
  const evaluation = new Evaluation(values, budgets.conditions, variables);
  const errors: string[] = [];
  try {
    for (const result of conditions.map((condition) => evaluation.evaluate(condition))) {
      if ("error" in result) errors.push(result.error);
      else if (result.value === false) return false;
    }
  } catch (error) {
    if (error instanceof OutOfBudget) return { error: error.message };
    throw error;
  }
  if (errors.length === 0) return true;
  const [only = ""] = errors;
  return { error: errors.length === 1 ? only : `[${[...new Set(errors)].join(", ")}]` };
}
