import { remembered } from "../object/remembered.ts";
import { conditionsMatch } from "../policy/match-conditions.ts";
import { policyExpression, wanted } from "../policy/policy-expression.ts";
import { anonymous } from "../user/user.ts";
import { type Attributes } from "./attributes.ts";
import { type Deciders } from "./deciders.ts";
import { expressionValues } from "./expression-values.ts";
import { type Versioned } from "./shown-object.ts";
import { type MatchCondition } from "./webhook.ts";

/** Whether the conditions of a webhook match, or why this is not known. */
export async function webhookApplies(
  conditions: readonly MatchCondition[],
  shown: Versioned,
  attributes: Attributes,
  deciders: Deciders,
): Promise<ReturnType<typeof conditionsMatch>> {
  const decide = deciders.for(attributes.target.user ?? anonymous);
  const values = await expressionValues(shown, attributes, { decide });
  return conditionsMatch(conditions.map(expressionOf), values);
}

const expressionOf = remembered((condition: MatchCondition) =>
  policyExpression(condition.expression, { authorizer: true }, wanted.condition),
);
