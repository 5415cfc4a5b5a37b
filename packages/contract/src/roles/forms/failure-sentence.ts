import { fittingFailureMessage } from "../../conditions/fitting-strings.ts";
import { failureMessageField } from "../../fields/deprecated-status.ts";
import { type Form } from "./form.ts";
import { readPlain } from "./plain.ts";

/** Why an object failed, as a sentence: what is longer than admitted is cut. */
export const failureSentence: Form = {
  read: (json, report) => readPlain(failureMessageField, json, report),
  fromNewest: (message) => (typeof message === "string" ? fittingFailureMessage(message) : message),
};
