import { Type } from "typebox";
import { text } from "./limits.ts";

const conditionV1Beta1 = Type.Object({
  type: text(256, "Type of the condition."),
  status: Type.String({ description: "True, False or Unknown." }),
  severity: Type.Optional(Type.String({ maxLength: 32, description: "Severity of a condition that is False." })),
  lastTransitionTime: Type.String({ format: "date-time", description: "When the status changed." }),
  reason: Type.Optional(text(256, "Reason of the last change.")),
  message: Type.Optional(text(10_240, "Details of the last change.")),
});

/**
 * What upstream's status has beside the contract's fields. This provider does not write it; it is here so that nothing
 * that the Go provider has written is lost.
 */
export const KubeadmConfigStatus = Type.Object(
  {
    observedGeneration: Type.Optional(
      Type.Integer({ format: "int64", minimum: 1, description: "The generation that was reconciled last." }),
    ),
    deprecated: Type.Optional(
      Type.Object(
        {
          v1beta1: Type.Optional(
            Type.Object({
              conditions: Type.Optional(Type.Array(conditionV1Beta1)),
              failureReason: Type.Optional(text(256, "Why there is no bootstrap data, in one word.")),
              failureMessage: Type.Optional(text(10_240, "Why there is no bootstrap data.")),
            }),
          ),
        },
        { description: "Fields of the status of earlier versions." },
      ),
    ),
  },
  { minProperties: 1 },
);
