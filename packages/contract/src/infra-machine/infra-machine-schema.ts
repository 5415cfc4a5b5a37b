import Type from "typebox";
import { machineAddressesSchema } from "../api/fields/addresses.ts";
import { conditionsSchema, conditionsV1Beta1Schema } from "../api/fields/conditions.ts";
import { failureFields } from "../api/fields/deprecated-status.ts";
import { text } from "../api/fields/names.ts";

const providerID = Type.Optional(text(512, "Id of the machine at its provider; its Node carries the same."));

/** The contract's own spec fields of an infra machine, by contract version (rules IM-002, IM-009, IM-010). */
export const infraMachineSpecFields = {
  v1beta1: {
    providerID,
    failureDomain: Type.Optional(text(256, "Failure domain in which the machine is.")),
  },
  v1beta2: { providerID },
} as const;

/** The contract's own status fields of an infra machine, by contract version: to be merged into the provider's. */
export const infraMachineStatusFields = {
  v1beta1: {
    ready: Type.Optional(Type.Boolean({ description: "The machine is there." })),
    addresses: Type.Optional(machineAddressesSchema),
    ...failureFields,
    conditions: Type.Optional(conditionsV1Beta1Schema),
  },
  v1beta2: {
    initialization: Type.Optional(
      Type.Object(
        {
          provisioned: Type.Optional(Type.Boolean({ description: "The machine is there; never goes back." })),
        },
        { minProperties: 1, description: "What has been completed for the first time." },
      ),
    ),
    addresses: Type.Optional(machineAddressesSchema),
    failureDomain: Type.Optional(text(256, "Failure domain in which the machine really is.")),
    conditions: Type.Optional(conditionsSchema),
  },
} as const;
