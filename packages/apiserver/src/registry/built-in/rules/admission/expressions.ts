import { listAt, textAt } from "@capstan/kube";
import { type CelType } from "../../../../cel/types/cel-type.ts";
import { checkQualifiedName } from "../../../../object/names.ts";
import { type Extras } from "../../../../policy/declared-types.ts";
import { policyExpression, wanted } from "../../../../policy/policy-expression.ts";
import { type FieldError, invalidAt, required } from "../../../../status/field-error.ts";
import { duplicates } from "../field-errors.ts";

/** Validates an expression. */
export function checkExpression(source: string, extras: Extras, types: readonly CelType[], at: string): FieldError[] {
  const { error } = policyExpression(source, extras, types);
  return error === undefined ? [] : [invalidAt(at, source, error)];
}

const mostConditions = 64;

/** Validates the match conditions of a webhook or policy, which have no access to the variables of a policy. */
export function checkMatchConditions(given: unknown, params: boolean, at: string): FieldError[] {
  const conditions = listAt(given, "matchConditions");
  const tooMany: FieldError[] = [];
  if (conditions.length > mostConditions) {
    const detail = `must have at most ${mostConditions} items`;
    tooMany.push({ type: "Too many", field: at, value: conditions.length, detail });
  }
  const names = conditions.map((condition) => textAt(condition, "name") ?? "");
  return [
    ...tooMany,
    ...conditions.flatMap((condition, index) => {
      const expression = (textAt(condition, "expression") ?? "").trim();
      const [field, name = ""] = [`${at}[${index}]`, names[index]];
      return [
        ...(expression === ""
          ? [required(`${field}.expression`)]
          : checkExpression(expression, { params, authorizer: true }, wanted.condition, `${field}.expression`)),
        ...(name === "" ? [required(`${field}.name`)] : checkQualifiedName(name, `${field}.name`)),
      ];
    }),
    ...duplicates(names, (index) => `${at}[${index}].name`).filter(({ value }) => value !== ""),
  ];
}
