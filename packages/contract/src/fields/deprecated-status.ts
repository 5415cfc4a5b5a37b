import Type from "typebox";
import { conditionsV1Beta1Schema } from "./conditions.ts";
import { text } from "./names.ts";

/** The longest `failureMessage` of the v1beta1 contract, in characters. */
export const longestFailureMessage = 10_240;

/** `failureMessage` of the v1beta1 contract. */
export const failureMessageField = text(longestFailureMessage, "Message of a terminal failure.");

/** The v1beta1 fields that report terminal failures. */
export const failureFields = {
  failureReason: Type.Optional(Type.String({ description: "Reason for a terminal failure, as one word." })),
  failureMessage: Type.Optional(failureMessageField),
};

/** `status.deprecated.v1beta1`: the remaining fields of the v1beta1 status. */
export function deprecatedStatus<Fields extends Type.TProperties>(fields: Fields) {
  return Type.Object(
    {
      v1beta1: Type.Optional(
        Type.Object(
          { conditions: Type.Optional(conditionsV1Beta1Schema), ...fields },
          { description: "Fields of the v1beta1 status." },
        ),
      ),
    },
    { description: "Fields that are kept for older clients only." },
  );
}
