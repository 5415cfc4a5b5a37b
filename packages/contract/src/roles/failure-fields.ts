import Type, { type TSchema } from "typebox";
import { failureMessageField } from "../fields/deprecated-status.ts";
import { type RuleId } from "../catalogue/rule-info.ts";
import { place } from "./field.ts";
import { fittingFailureMessage } from "../conditions/fitting-strings.ts";
import type { Form } from "./forms/form.ts";
import { readPlain } from "./forms/plain.ts";

/** The failure message; longer messages are cut. */
const failureSentence: Form = {
  read: (json, report) => readPlain(failureMessageField, json, report),
  fromNewest: (message) => (typeof message === "string" ? fittingFailureMessage(message) : message),
};

/** A terminal failure in the form of the v1beta1 contract. */
export interface Failure {
  /** The reason, for programs. */
  reason?: string;
  /** The message, a sentence for users. */
  message?: string;
}

const reasonText = Type.String({ description: "Reason for a terminal failure, as one word." });

/** The fields of a terminal failure, which v1beta1 has and v1beta2 has ended. */
export function failureFields<
  const Reason extends RuleId,
  const Message extends RuleId,
  const Ended extends RuleId,
  Schema extends TSchema = typeof reasonText,
>(rules: {
  readonly reason: Reason;
  readonly message: Message;
  /** The rule that a failure is never cleared. */
  readonly lasting: RuleId;
  /** The rule that conditions replace the fields. */
  readonly ended: Ended;
  readonly reasonSchema?: Schema;
}) {
  const reasonSchema = (rules.reasonSchema ?? reasonText) as Schema;
  return {
    failureReason: {
      v1beta1: place("status.failureReason", rules.reason, reasonSchema),
      v1beta2: place("status.failureReason", rules.ended, reasonSchema, { ended: "a condition in its place" }),
      lasting: { rule: rules.lasting, why: "a terminal failure is never cleared", inNewestOnly: true },
      convertedApart: true,
    },
    failureMessage: {
      v1beta1: place("status.failureMessage", rules.message, failureMessageField, { form: failureSentence }),
      v1beta2: place("status.failureMessage", rules.ended, failureMessageField, {
        form: failureSentence,
        ended: "a condition in its place",
      }),
      convertedApart: true,
    },
  } as const;
}
