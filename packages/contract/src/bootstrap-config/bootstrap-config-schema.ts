import Type from "typebox";
import { conditionsSchema, conditionsV1Beta1Schema } from "../api/fields/conditions.ts";
import { failureFields } from "../api/fields/deprecated-status.ts";
import { text } from "../api/fields/names.ts";

const dataSecretName = Type.Optional(text(253, "Name of the Secret with the bootstrap data."));

/** How a bootstrap config of v1beta1 reports a terminal failure. */
export const bootstrapFailureFields = {
  ...failureFields,
  failureReason: Type.Optional(text(256, "Why there is no bootstrap data, as one word.")),
};

/** The contract's own status fields of a bootstrap config, by contract version: to be merged into the provider's. */
export const bootstrapConfigStatusFields = {
  v1beta1: {
    ready: Type.Optional(Type.Boolean({ description: "The bootstrap data is stored." })),
    dataSecretName,
    ...bootstrapFailureFields,
    conditions: Type.Optional(conditionsV1Beta1Schema),
  },
  v1beta2: {
    initialization: Type.Optional(
      Type.Object(
        {
          dataSecretCreated: Type.Optional(
            Type.Boolean({ description: "The Secret with the bootstrap data is in place; never goes back." }),
          ),
        },
        { minProperties: 1, description: "What has been completed for the first time." },
      ),
    ),
    dataSecretName,
    conditions: Type.Optional(conditionsSchema),
  },
} as const;
