import { remembered } from "../object/remembered.ts";
import { conditionsMatch } from "../policy/match-conditions.ts";
import { policyExpression, wanted } from "../policy/policy-expression.ts";
import { type Attributes } from "./attributes.ts";
import { expressionValues } from "./expression-values.ts";
import { type Versioned } from "./shown-object.ts";
import { type MatchCondition } from "./webhook.ts";

/** Whether the conditions of a webhook match, or why this is not known. */
export async function webhookApplies(
  conditions: readonly MatchCondition[],
  shown: Versioned,
  attributes: Attributes,
): Promise<ReturnType<typeof conditionsMatch>> {
  return conditionsMatch(conditions.map(expressionOf), await expressionValues(shown, attributes));
}

const expressionOf = remembered((condition: MatchCondition) =>
  policyExpression(condition.expression, {}, wanted.condition),
);
