import { type JsonObject } from "@capstan/kube";
import { compile, type Program } from "../cel/program.ts";
import { SourceError } from "../cel/expression/source-error.ts";
import { dynType } from "../cel/types/cel-type.ts";
import { EvaluationError } from "../cel/values/evaluation-error.ts";
import { jsonValue } from "../cel/values/json-value.ts";
import { type CelValue } from "../cel/values/value.ts";
import { type MatchCondition } from "./webhook.ts";

/** What all conditions of a webhook may cost together for one request. */
const costLimit = 2_500_000;

const variables = new Map(["object", "oldObject", "request"].map((name) => [name, dynType] as const));
const programs = new WeakMap<MatchCondition, Program | string>();

/** What conditions are asked about. */
export interface ConditionInput {
  readonly object: JsonObject | null;
  readonly oldObject: JsonObject | null;
  /** The request of the review, without the objects. */
  readonly request: JsonObject;
}

/**
 * Whether a webhook is called as far as its conditions go: none of them is false.
 *
 * @returns the errors, if a condition could not be evaluated and no other is false.
 */
export function conditionsMatch(conditions: readonly MatchCondition[], input: ConditionInput): boolean | string[] {
  const values = new Map(Object.entries(input).map(([name, value]) => [name, jsonValue(value)] as const));
  const errors: string[] = [];
  let left = costLimit;
  for (const condition of conditions) {
    const result = evaluate(condition, values, left);
    left -= result.cost;
    if (result.value === false) return false;
    if (result.error !== undefined) errors.push(result.error);
  }
  return errors.length === 0 ? true : errors;
}

function evaluate(
  condition: MatchCondition,
  values: ReadonlyMap<string, CelValue>,
  limit: number,
): { readonly cost: number; readonly value?: CelValue; readonly error?: string } {
  const { expression } = condition;
  const program = programOf(condition);
  if (typeof program === "string") return { cost: 0, error: program };
  const outcome = program.evaluate(values, limit);
  if (outcome.exceeded === true) {
    const error = "validation failed due to running out of cost budget, no further validation rules will be run";
    return { cost: outcome.cost, error };
  }
  if (outcome.error !== undefined) {
    return { cost: outcome.cost, error: `expression '${expression}' resulted in error: ${outcome.error}` };
  }
  return { cost: outcome.cost, ...(outcome.value === undefined ? {} : { value: outcome.value }) };
}

function programOf(condition: MatchCondition): Program | string {
  let program = programs.get(condition);
  if (program === undefined) {
    program = compiled(condition);
    programs.set(condition, program);
  }
  return program;
}

function compiled({ expression }: MatchCondition): Program | string {
  try {
    return compile(expression, variables);
  } catch (error) {
    if (error instanceof SourceError || error instanceof EvaluationError) return error.message;
    throw error;
  }
}
