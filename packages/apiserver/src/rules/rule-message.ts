import { type Outcome } from "../cel/program.ts";
import { type ValidationRule } from "../schema/schema.ts";

/** The message of a rule exceeded the cost limit, so no more rules are evaluated. */
export class MessageError extends Error {}

const longest = 5 * 1024;

/**
 * The message from an expression; undefined if it is not presentable.
 *
 * @throws MessageError
 */
export function evaluatedMessage(outcome: Outcome, rule: ValidationRule, budget: number): string | undefined {
  const { cost, exceeded, value } = outcome;
  if (cost > budget) {
    throw new MessageError(
      "messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run",
    );
  }
  if (exceeded === true) {
    const name = JSON.stringify(rule.messageExpression);
    throw new MessageError(
      `no further validation rules will be run due to call cost exceeds limit for messageExpression: ${name}`,
    );
  }
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  return text === "" || text.includes("\n") || Buffer.byteLength(text) > longest ? undefined : text;
}
