import { isJsonObject, type JsonObject, listAt, objectAt, textAt } from "@capstan/kube";
import { type Extras } from "../../../../policy/declared-types.ts";
import { PolicyVariables } from "../../../../policy/policy-variables.ts";
import { type FieldError, invalidAt, required } from "../../../../status/field-error.ts";
import { checkMatchConditions } from "./expressions.ts";
import { checkResourceRules, checkSelectors } from "./selected-requests.ts";

/** Validates the part of a spec that all policies have, and returns the variables of the other expressions. */
export function checkPolicySpec(spec: JsonObject): { errors: FieldError[]; extras: Extras } {
  const paramKind = objectAt(spec, "paramKind");
  const constraints = objectAt(spec, "matchConstraints");
  const own = { params: paramKind !== undefined, authorizer: true };
  const definitions = listAt(spec, "variables");
  const variables = new PolicyVariables(definitions, own);
  return {
    errors: [
      ...(constraints === undefined ? [required("spec.matchConstraints")] : checkConstraints(constraints)),
      ...checkMatchConditions(spec, own.params, "spec.matchConditions"),
      ...definitions.flatMap((definition, index) => checkVariable(definition, variables, `spec.variables[${index}]`)),
    ],
    extras: definitions.length === 0 ? own : { ...own, variables: variables.types },
  };
}

function checkConstraints(constraints: JsonObject): FieldError[] {
  const at = "spec.matchConstraints";
  const rules = listAt(constraints, "resourceRules");
  return [
    ...checkSelectors(constraints, at),
    ...checkResourceRules(rules, `${at}.resourceRules`),
    ...(rules.length > 0 ? [] : [required(`${at}.resourceRules`)]),
  ];
}

const identifier = /^[_a-zA-Z][_a-zA-Z0-9]*$/;
const reserved = new Set(
  "true false null in as break const continue else for function if import let loop package namespace return var void while".split(
    " ",
  ),
);

function checkVariable(definition: unknown, { expressions }: PolicyVariables, at: string): FieldError[] {
  if (!isJsonObject(definition)) return [];
  const [name = "", expression = ""] = [textAt(definition, "name"), textAt(definition, "expression")];
  const isIdentifier = identifier.test(name) && !reserved.has(name);
  const { error } = expressions.get(name) ?? {};
  return [
    ...(name.trim() === "" ? [required(`${at}.name`, "name is not specified")] : []),
    ...(name.trim() === "" || isIdentifier ? [] : [invalidAt(`${at}.name`, name, "must be a valid CEL identifier")]),
    ...(expression.trim() === "" ? [required(`${at}.expression`, "expression is not specified")] : []),
    ...(expression.trim() === "" || error === undefined ? [] : [invalidAt(`${at}.expression`, expression, error)]),
  ];
}
