import { isJsonObject, type JsonObject, listAt, textAt } from "@capstan/kube";
import { remembered } from "../object/remembered.ts";
import { type ApiObject } from "../object/api-object.ts";
import { changes } from "../policy/patch-dialect.ts";
import { policyExpression, type PolicyExpression } from "../policy/policy-expression.ts";
import { type Policy, readPolicy } from "./policy.ts";

/** A compiled MutatingAdmissionPolicy. */
export interface MutatingPolicy extends Policy {
  readonly mutations: readonly Mutation[];
  /** Whether it is reinvoked if others change the object after it. */
  readonly isReinvoked: boolean;
}

export interface Mutation {
  readonly type: keyof typeof changes;
  readonly expression: PolicyExpression;
}

export const mutatingPolicyOf = remembered((object: ApiObject): MutatingPolicy => {
  const { policy, given, extras } = readPolicy(object);
  const mutation = (one: JsonObject): Mutation => {
    const type = one.patchType === "JSONPatch" ? "JSONPatch" : "ApplyConfiguration";
    const source = textAt(one, type === "JSONPatch" ? "jsonPatch" : "applyConfiguration", "expression") ?? "";
    return { type, expression: policyExpression(source, { ...extras, changes: true }, changes[type]) };
  };
  return {
    ...policy,
    mutations: listAt(given, "mutations").filter(isJsonObject).map(mutation),
    isReinvoked: given.reinvocationPolicy === "IfNeeded",
  };
});
