import Type, { type TProperties } from "typebox";
import { conditionsSchema } from "../api/fields/conditions.ts";
import { deprecatedStatus, failureFields } from "../api/fields/deprecated-status.ts";
import { bootstrapFailureFields } from "../bootstrap-config/bootstrap-config-schema.ts";
import { type ContractVersion } from "../contract-version.ts";
import { type ContractRole } from "./contract-fields.ts";

/**
 * Where a version of one contract keeps the status of the other, as Cluster API's own kinds have it: `status.v1beta2.conditions`
 * in v1beta1 (rule BC-015), `status.deprecated.v1beta1` in v1beta2. For kinds whose versions implement both.
 */
export function otherContractStatusFields(role: ContractRole, contract: ContractVersion): TProperties {
  if (contract === "v1beta1") {
    const conditions = Type.Optional(conditionsSchema);
    return {
      v1beta2: Type.Optional(Type.Object({ conditions }, { description: "The status as v1beta2 has it." })),
    };
  }
  const failure = role === "BootstrapConfig" ? bootstrapFailureFields : failureFields;
  return { deprecated: Type.Optional(deprecatedStatus(failure)) };
}
