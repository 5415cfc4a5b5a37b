import { type ConditionV1Beta1 } from "../api/fields/conditions.ts";
import { type ContractVersion } from "../contract-version.ts";
import { type Condition } from "../kubernetes/condition.ts";
import { type DeepReadonly } from "../kubernetes/deep-readonly.ts";

/**
 * A condition in the form of the v1beta1 contract. A False condition needs a severity there (rule BC-014); Info is
 * taken, since Error asks for a person's attention.
 */
export function toConditionV1Beta1(
  condition: DeepReadonly<Condition>,
  severity: "Error" | "Warning" | "Info" = "Info",
): ConditionV1Beta1 {
  return {
    type: condition.type,
    status: condition.status,
    ...(condition.status === "False" ? { severity } : {}),
    lastTransitionTime: condition.lastTransitionTime,
    ...(condition.reason === "" ? {} : { reason: condition.reason }),
    ...(condition.message === "" ? {} : { message: condition.message }),
  };
}

/** `conditions` of a status, in the form of the contract; nothing if there are none to write. */
export function conditionsStatus(
  contract: ContractVersion,
  conditions: readonly DeepReadonly<Condition>[] | undefined,
  severity?: "Error" | "Warning" | "Info",
): { conditions?: Condition[] | ConditionV1Beta1[] } {
  if (conditions === undefined) return {};
  if (contract === "v1beta2") return { conditions: conditions.map((condition) => ({ ...condition })) };
  return { conditions: conditions.map((condition) => toConditionV1Beta1(condition, severity)) };
}
