import { isJsonObject, jsonEqual, listAt, objectAt, ownField } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { checkRules } from "../rules/check-rules.ts";
import { prune } from "../schema/prune.ts";
import { type Schema } from "../schema/schema.ts";
import { validate } from "../schema/validate.ts";
import { causeOf, type FieldError, forbiddenAt, invalidAt, required } from "../status/field-error.ts";
import { invariantProblems } from "./invariants.ts";
import { openApiProblems } from "./openapi-problems.ts";

/** Validates the changed schemas of a CRD. */
export async function schemaProblems(object: ApiObject, previous: ApiObject | undefined): Promise<FieldError[]> {
  const versions = listAt(object, "spec", "versions");
  const known = listAt(previous ?? {}, "spec", "versions");
  const problems: FieldError[] = [];
  const schemas = versions.map((version) => objectAt(version, "schema", "openAPIV3Schema"));
  const isShared = schemas.every((schema) => jsonEqual(schema, schemas[0]));
  for (const [index, version] of versions.entries()) {
    const schema = schemas[index];
    if (schema === undefined || known.some((old) => jsonEqual(objectAt(old, "schema", "openAPIV3Schema"), schema)))
      continue;
    // A schema that all versions share is reported for the whole CRD.
    if (isShared && index > 0) continue;
    const path = isShared ? "spec.validation.openAPIV3Schema" : `spec.versions[${index}].schema.openAPIV3Schema`;
    const hasStatus = isJsonObject(objectAt(version, "subresources", "status"));
    problems.push(...(await ofSchema(schema, path, hasStatus)));
  }
  return problems;
}

async function ofSchema(schema: Schema, path: string, hasStatus: boolean): Promise<FieldError[]> {
  const { problems, sites } = openApiProblems(schema, path);
  // Schemas with a reference are not validated further.
  if (problems.some(({ field }) => field.endsWith(".$ref"))) return [...problems];
  const structural = inOrder(
    [
      ...rootProblems(schema, path, hasStatus),
      ...invariantProblems(schema, "root", path),
      ...completenessProblems(schema, path),
    ],
    (problem) => causeOf(problem).message ?? "",
  );
  if (structural.length === 0) structural.push(...(await defaultProblems(schema, path)));
  if (structural.length > 0 || sites.length === 0) return [...structural, ...problems];
  const { ruleProblems } = await import("./rule-problems.ts");
  return [...problems, ...ruleProblems(sites, path)];
}

function rootProblems(schema: Schema, path: string, hasStatus: boolean): FieldError[] {
  const problems: FieldError[] = [];
  const { type = "" } = schema;
  if (hasStatus && type !== "" && type !== "object") {
    const detail =
      'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
    problems.push(invalidAt(`${path}.type`, type, detail));
  }
  if (schema.nullable === true) problems.push(forbiddenAt(`${path}.nullable`, "nullable cannot be true at the root"));
  return problems;
}

/** Reports fields and items in combinations that the schema itself lacks. */
function completenessProblems(schema: Schema, path: string): FieldError[] {
  return ofCombinations(schema, schema, path, path);
}

/** @param part - a part, at `partPath`, whose content `schema`, at `path`, must have. */
function ofCombinations(part: Schema, schema: Schema, path: string, partPath: string): FieldError[] {
  const { allOf = [], anyOf = [], oneOf = [], not } = part;
  return [
    ...(not === undefined ? [] : ofPart(not, schema, path, `${partPath}.not`)),
    ...allOf.flatMap((nested, index) => ofPart(nested, schema, path, `${partPath}.allOf[${index}]`)),
    ...anyOf.flatMap((nested, index) => ofPart(nested, schema, path, `${partPath}.anyOf[${index}]`)),
    ...oneOf.flatMap((nested, index) => ofPart(nested, schema, path, `${partPath}.oneOf[${index}]`)),
  ];
}

function ofPart(part: Schema, schema: Schema | undefined, path: string, partPath: string): FieldError[] {
  if (schema === undefined) return [required(path, `because it is defined in ${partPath}`)];
  const problems = ofCombinations(part, schema, path, partPath);
  if (part.items !== undefined) {
    problems.push(...ofPart(part.items, schema.items, `${path}.items`, `${partPath}.items`));
  }
  const { properties = {} } = schema;
  for (const [key, property] of Object.entries(part.properties ?? {})) {
    const own = ownField(properties, key);
    problems.push(...ofPart(property, own, `${path}.properties[${key}]`, `${partPath}.properties[${key}]`));
  }
  return problems;
}

/** Reports defaults that violate their own schema, or have unknown fields. */
async function defaultProblems(schema: Schema, path: string): Promise<FieldError[]> {
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
  const unknown = jsonEqual(pruned, { value }) ? [] : [invalidAt(path, value, "must not have unknown fields")];
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

/** Sorts problems by description, because members of objects have no order. */
function inOrder(problems: readonly FieldError[], describe: (problem: FieldError) => string): FieldError[] {
  return problems
    .map((problem) => ({ problem, text: `${problem.field}: ${describe(problem)}` }))
    .sort((left, right) => (left.text < right.text ? -1 : left.text > right.text ? 1 : 0))
    .map(({ problem }) => problem);
}
