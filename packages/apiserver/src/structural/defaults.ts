import { jsonEqual } from "@capstan/kube";
import { checkRules } from "../rules/check-rules.ts";
import { prune } from "../schema/prune.ts";
import { type Schema } from "../schema/schema.ts";
import { validate } from "../schema/validate.ts";
import { type FieldError } from "../status/field-error.ts";
import { invalid } from "./problem.ts";

/** Reports defaults that violate their own schema, or have unknown fields. */
export async function defaultProblems(schema: Schema, path: string): Promise<FieldError[]> {
  const problems = schema.default === undefined ? [] : await ofValue(schema.default, schema, `${path}.default`);
  if (schema.items !== undefined) problems.push(...(await defaultProblems(schema.items, `${path}.items`)));
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    problems.push(...(await defaultProblems(property, `${path}.properties[${key}]`)));
  }
  return problems;
}

async function ofValue(value: unknown, schema: Schema, path: string): Promise<FieldError[]> {
  // Pruned as a field of an object, so that it does not count as a resource.
  const pruned = prune({ value }, { type: "object", properties: { value: schema } });
  const unknown = jsonEqual(pruned, { value }) ? [] : [invalid(path, value, "must not have unknown fields")];
  // Messages use paths within the default; fields use paths from the root schema.
  const broken = validate(value, schema).map((problem) => ({ ...problem, field: fieldWithin(path, problem.field) }));
  if (broken.length > 0) return [...unknown, ...broken];
  // The default may be a new value, or one that stays.
  const added = await checkRules(schema, value, undefined, [], path);
  const kept = await checkRules(schema, value, value, [], path);
  const others = kept.errors.filter((error) => !added.errors.some((other) => jsonEqual(other, error)));
  return [...unknown, ...added.errors, ...others];
}

function fieldWithin(path: string, field: string): string {
  return field === "" || field === "<nil>" ? path : field.startsWith("[") ? `${path}${field}` : `${path}.${field}`;
}
