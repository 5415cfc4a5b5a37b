import { isJsonObject, type JsonObject, listAt, objectAt, textAt } from "@capstan/kube";
import { type Extras } from "../policy/declared-types.ts";
import { policyExpression, type PolicyExpression, wanted } from "../policy/policy-expression.ts";
import { PolicyVariables } from "../policy/policy-variables.ts";
import { type ApiObject } from "../object/api-object.ts";
import { type MatchCriteria, matchResources } from "./match-criteria.ts";

/** The properties of both kinds of policies. */
export interface Policy {
  readonly name: string;
  /** Whether a write continues if the policy cannot be evaluated. */
  readonly ignoresFailure: boolean;
  readonly criteria: MatchCriteria;
  readonly paramKind: ParamKind | undefined;
  readonly variables: PolicyVariables;
  readonly conditions: readonly PolicyExpression[];
}

export interface ParamKind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Reads a validated policy, and the variables of its other expressions. */
export function readPolicy({ metadata, spec }: ApiObject): { policy: Policy; given: JsonObject; extras: Extras } {
  const given: JsonObject = isJsonObject(spec) ? spec : {};
  const paramKind = objectAt(given, "paramKind");
  const own = { params: paramKind !== undefined, authorizer: true };
  const variables = new PolicyVariables(listAt(given, "variables"), own);
  const extras = { ...own, variables: variables.types };
  const policy = {
    name: metadata.name,
    ignoresFailure: given.failurePolicy === "Ignore",
    criteria: matchResources(objectAt(given, "matchConstraints") ?? {}),
    paramKind:
      paramKind === undefined
        ? undefined
        : { apiVersion: textAt(paramKind, "apiVersion") ?? "", kind: textAt(paramKind, "kind") ?? "" },
    variables,
    conditions: listAt(given, "matchConditions").map((condition) =>
      policyExpression(textAt(condition, "expression") ?? "", extras, wanted.condition),
    ),
  };
  return { policy, given, extras };
}
