import { fittingFailureMessage } from "../../conditions/fitting-strings.ts";
import { failureMessageField } from "../../fields/deprecated-status.ts";
import { type Form } from "./form.ts";
import { readPlain } from "./plain.ts";

/** The failure message; longer messages are cut. */
export const failureSentence: Form = {
  read: (json, report) => readPlain(failureMessageField, json, report),
  fromNewest: (message) => (typeof message === "string" ? fittingFailureMessage(message) : message),
};
