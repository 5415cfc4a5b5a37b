import { type CelValue } from "../cel/values/value.ts";
import { budgets, Evaluation, OutOfBudget, type Result } from "../policy/evaluation.ts";
import { conditionsMatch } from "../policy/match-conditions.ts";
import { type Validation, type ValidatingPolicy } from "./validating-policy.ts";

/** Why a policy denies a write. */
export interface Denial {
  readonly message: string;
  readonly reason: string;
  /** Whether the policy has a problem, not the write; the actions of the binding then do not matter. */
  readonly always: boolean;
}

type Values = ReadonlyMap<string, CelValue>;

/** The denials of a policy for a write; `values` are the values of its variables. */
export function denials(policy: ValidatingPolicy, values: Values): readonly Denial[] {
  const found = [...failedValidations(policy, values)];
  return policy.ignoresFailure ? found.filter(({ reason }) => reason !== "") : found;
}

/** A denial without a reason, for an error. */
function errored(message: string, always = false): Denial {
  return { message, reason: "", always };
}

function failedValidations(policy: ValidatingPolicy, values: Values): readonly Denial[] {
  const { conditions, variables } = policy;
  if (conditions.length > 0) {
    const matches = conditionsMatch(conditions, values, variables);
    if (matches === false) return [];
    if (matches !== true) return policy.ignoresFailure ? [] : [errored(matches.error)];
  }
  try {
    return [...evaluated(policy, values), ...annotationErrors(policy, values)];
  } catch (error) {
    if (error instanceof OutOfBudget) return [errored(error.message)];
    throw error;
  }
}

function evaluated({ validations, variables }: ValidatingPolicy, values: Values): readonly Denial[] {
  const evaluation = new Evaluation(values, budgets.policy, variables);
  const results = validations.map(({ expression }) => evaluation.evaluate(expression));
  const messages = messagesOf(validations, new Evaluation(withoutAuthorizer(values), evaluation.left, variables));
  return validations.flatMap((validation, index) => {
    const result = results[index];
    if (result === undefined) return [];
    if ("error" in result) return [errored(result.error)];
    if (messages instanceof OutOfBudget) return [errored(`failed messageExpression: ${messages.message}`)];
    if (result.value === true) return [];
    return [{ message: messageOf(validation, messages[index]), reason: validation.reason, always: false }];
  });
}

/** Expressions for messages have no authorizer, and neither have the variables that they use. */
function withoutAuthorizer(values: Values): Values {
  return new Map(Array.from(values).filter(([name]) => !name.startsWith("authorizer")));
}

/** The message of each validation, evaluated before it is known whether it is needed. */
function messagesOf(
  validations: readonly Validation[],
  evaluation: Evaluation,
): readonly (Result | undefined)[] | OutOfBudget {
  try {
    return validations.map(({ messageExpression }) =>
      messageExpression === undefined ? undefined : evaluation.evaluate(messageExpression),
    );
  } catch (error) {
    if (error instanceof OutOfBudget) return error;
    throw error;
  }
}

const longestMessage = 5 * 1024;

function messageOf({ message, expression }: Validation, result: Result | undefined): string {
  const made = result !== undefined && "value" in result && typeof result.value === "string" ? result.value.trim() : "";
  if (made !== "" && !made.includes("\n") && Buffer.byteLength(made) <= longestMessage) return made;
  return message === "" ? `failed expression: ${expression.source.trim()}` : message.trim();
}

/** There is no audit log for annotations, but an annotation that cannot be evaluated decides about a write. */
function annotationErrors({ annotations, variables }: ValidatingPolicy, values: Values): readonly Denial[] {
  const evaluation = new Evaluation(values, budgets.policy, variables);
  return annotations
    .map((annotation) => evaluation.evaluate(annotation))
    .flatMap((result) => ("error" in result ? [errored(result.error, true)] : []));
}
