import { remembered } from "../object/remembered.ts";
import { type FieldError } from "../status/field-error.ts";
import { type RuleFindings } from "./rule-findings.ts";
import { additionalSchema, type Schema } from "../schema/schema.ts";

const nothing: RuleFindings = { errors: [], warnings: [] };
const blocking = new Set<FieldError["type"]>([
  "Unsupported value",
  "Required value",
  "Too long",
  "Too many",
  "Type invalid",
]);

/**
 * Evaluates the CEL rules of a schema. Loads CEL with the first rule.
 *
 * @param previous - undefined for a new value.
 * @param found - other problems of the value.
 * @param path - the path of the value; empty for a resource.
 */
export async function checkRules(
  schema: Schema,
  value: unknown,
  previous: unknown,
  found: readonly FieldError[],
  path?: string,
): Promise<RuleFindings> {
  if (!hasRules(schema)) return nothing;
  if (found.some(({ type }) => blocking.has(type))) return { errors: [notChecked], warnings: [] };
  const { ruleTree } = await import("./rule-tree.ts");
  const { validateRules } = await import("./rule-validation.ts");
  const tree = ruleTree(schema, path === undefined);
  return tree === undefined ? nothing : validateRules(tree, value, previous, path);
}

const notChecked: FieldError = {
  type: "Invalid value",
  field: "<nil>",
  value: null,
  detail:
    "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation",
};

const hasRules = remembered(statesRules);

function statesRules(schema: Schema): boolean {
  if ((schema["x-kubernetes-validations"] ?? []).length > 0) return true;
  const parts = [schema.items, additionalSchema(schema), ...Object.values(schema.properties ?? {})];
  return parts.some((part) => part !== undefined && statesRules(part));
}
