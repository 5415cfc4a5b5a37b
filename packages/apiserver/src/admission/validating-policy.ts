import { isJsonObject, type JsonObject, listAt, textAt } from "@capstan/kube";
import { remembered } from "../object/remembered.ts";
import { type ApiObject } from "../object/api-object.ts";
import { policyExpression, type PolicyExpression, wanted } from "../policy/policy-expression.ts";
import { type Policy, readPolicy } from "./policy.ts";

/** A compiled ValidatingAdmissionPolicy. */
export interface ValidatingPolicy extends Policy {
  readonly validations: readonly Validation[];
  readonly annotations: readonly PolicyExpression[];
}

export interface Validation {
  readonly expression: PolicyExpression;
  readonly messageExpression: PolicyExpression | undefined;
  /** Empty if unset. */
  readonly message: string;
  readonly reason: string;
}

export const validatingPolicyOf = remembered((object: ApiObject): ValidatingPolicy => {
  const { policy, given, extras } = readPolicy(object);
  const validation = (one: JsonObject): Validation => {
    const messageExpression = textAt(one, "messageExpression") ?? "";
    return {
      expression: policyExpression(textAt(one, "expression") ?? "", extras, wanted.condition),
      messageExpression:
        messageExpression === ""
          ? undefined
          : policyExpression(messageExpression, { ...extras, authorizer: false }, wanted.message),
      message: textAt(one, "message") ?? "",
      reason: textAt(one, "reason") ?? "Invalid",
    };
  };
  return {
    ...policy,
    validations: listAt(given, "validations").filter(isJsonObject).map(validation),
    annotations: listAt(given, "auditAnnotations").map((one) =>
      policyExpression(textAt(one, "valueExpression") ?? "", extras, wanted.annotation),
    ),
  };
});
