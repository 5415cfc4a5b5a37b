import { isJsonObject, type JsonObject, textAt } from "@capstan/kube";
import { type CelType, dynType, listOf, mapOf } from "../cel/types/cel-type.ts";
import { type Extras } from "./declared-types.ts";
import { policyExpression, type PolicyExpression } from "./policy-expression.ts";

/** The variables of a policy. Each may use those before it. */
export class PolicyVariables {
  readonly expressions: ReadonlyMap<string, PolicyExpression>;
  /** The types, for expressions of the policy, as fields of `variables`. */
  readonly types: ReadonlyMap<string, CelType>;

  constructor(definitions: readonly unknown[], extras: Extras) {
    const expressions = new Map<string, PolicyExpression>();
    const types = new Map<string, CelType>();
    for (const definition of definitions.filter((one): one is JsonObject => isJsonObject(one))) {
      const name = textAt(definition, "name") ?? "";
      const compiled = policyExpression(textAt(definition, "expression") ?? "", { ...extras, variables: types });
      expressions.set(name, compiled);
      types.set(name, known(compiled.program?.checked.type ?? dynType));
    }
    this.expressions = expressions;
    this.types = types;
  }
}

const simple = new Set(["bool", "bytes", "double", "duration", "int", "null", "string", "timestamp", "uint"]);

/** The known part of a variable's type: its elements, but not the fields of an object. */
function known(type: CelType): CelType {
  if (type.kind === "list") return listOf(known(type.element));
  if (type.kind === "map") return mapOf(known(type.key), known(type.value));
  return simple.has(type.kind) ? type : dynType;
}
