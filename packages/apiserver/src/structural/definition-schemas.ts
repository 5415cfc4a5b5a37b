import { isJsonObject, jsonEqual, listAt, objectAt } from "@capstan/kube";
import { type ApiObject } from "../object/api-object.ts";
import { type Schema } from "../schema/schema.ts";
import { causeOf, type FieldError } from "../status/field-error.ts";
import { completenessProblems } from "./completeness.ts";
import { defaultProblems } from "./defaults.ts";
import { invariantProblems } from "./invariants.ts";
import { openApiProblems } from "./openapi-problems.ts";
import { forbidden, inOrder, invalid } from "./problem.ts";

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
    problems.push(invalid(`${path}.type`, type, detail));
  }
  if (schema.nullable === true) problems.push(forbidden(`${path}.nullable`, "nullable cannot be true at the root"));
  return problems;
}
