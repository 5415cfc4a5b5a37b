import { isJsonObject, type JsonObject, optional, ownField } from "@capstan/kube";
import { goText, goType } from "../go/go-text.ts";
import { type ApiObject } from "../object/api-object.ts";
import { checkMetadata } from "../object/metadata-rules.ts";
import { label1035Problems } from "../object/names.ts";
import { type ResourceVersion, type ScalePaths } from "../registry/resource.ts";
import { Correlation } from "../schema/correlation.ts";
import { checkLists } from "../schema/list-types.ts";
import { memberSchema, type Schema } from "../schema/schema.ts";
import { validate } from "../schema/validate.ts";
import { type FieldError, invalidAt, required } from "../status/field-error.ts";

/**
 * Validates a custom object, except for its metadata and CEL rules.
 *
 * @param previous - the replaced object, if any: unchanged problems may stay.
 */
export function checkCustom(
  { schema, scale }: Pick<ResourceVersion, "schema" | "scale">,
  object: ApiObject,
  previous?: ApiObject,
  subresource?: string,
): FieldError[] {
  const correlation = previous === undefined ? undefined : new Correlation(object, previous, schema);
  const found = validate(object, schema, "", correlation);
  const errors = subresource === "status" ? found.map(withinStatus) : found;
  if (subresource !== "status") errors.push(...checkEmbedded(object, schema));
  if (scale !== undefined && subresource !== "status") errors.push(...checkScaleSpec(object, scale));
  if (scale !== undefined) errors.push(...checkScaledStatus(object, scale));
  if (previous === undefined || checkLists(previous, schema).length === 0) errors.push(...checkLists(object, schema));
  return errors;
}

/** The status is validated separately, with paths relative to it. */
function withinStatus(error: FieldError): FieldError {
  return { ...error, ...optional("detail", error.detail?.replace(/^status\.(?=\S* in body )/, "")) };
}

/** Validates embedded Kubernetes objects in a custom resource: their type and metadata. */
function checkEmbedded(value: unknown, schema: Schema | undefined, path = ""): FieldError[] {
  if (schema === undefined) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => checkEmbedded(item, schema.items, `${path}[${index}]`));
  }
  if (!isJsonObject(value)) return [];
  const own = schema["x-kubernetes-embedded-resource"] === true ? checkObject(value, path) : [];
  const below = Object.entries(value).flatMap(([key, member]) => {
    const isNamed = Object.hasOwn(schema.properties ?? {}, key);
    return checkEmbedded(member, memberSchema(schema, key), isNamed ? childOf(path, key) : `${path}[${key}]`);
  });
  return [...own, ...below];
}

function checkObject(value: JsonObject, path: string): FieldError[] {
  const errors = (["apiVersion", "kind"] as const).flatMap((field): FieldError[] => {
    const text = value[field];
    const at = childOf(path, field);
    if (text === undefined) return [required(at)];
    if (typeof text !== "string") return [invalidAt(at, text, "must be a string")];
    if (text === "") return [invalidAt(at, "", "must not be empty")];
    const problems = field === "kind" ? label1035Problems(text.toLowerCase()) : [];
    return problems.length === 0 ? [] : [{ type: "Invalid value", field: at, value: text, detail: problems.join(",") }];
  });
  if (!isJsonObject(value.metadata)) return errors;
  // Its name may be set later.
  const named = { metadata: { ...value.metadata, name: value.metadata.name ?? "fakename" } } as unknown as ApiObject;
  const ofMetadata = checkMetadata(named, { nameRule: "subdomain", custom: true });
  return [...errors, ...ofMetadata.map((error) => ({ ...error, field: childOf(path, error.field) }))];
}

function childOf(path: string, field: string): string {
  return path === "" ? field : `${path}.${field}`;
}

const maxReplicas = 2 ** 31 - 1;

/** Validates that the desired replicas can be shown as a Scale. */
function checkScaleSpec(object: object, { specReplicasPath }: ScalePaths): FieldError[] {
  return checkReplicas(object, specReplicasPath);
}

/** Validates that the current replicas and their selector can be shown as a Scale. */
function checkScaledStatus(object: object, { statusReplicasPath, labelSelectorPath }: ScalePaths): FieldError[] {
  const errors = checkReplicas(object, statusReplicasPath);
  if (labelSelectorPath === undefined) return errors;
  const { problem } = read(object, labelSelectorPath, "string");
  return problem === undefined ? errors : [...errors, invalidAtPath(labelSelectorPath, "", problem)];
}

function checkReplicas(object: object, path: string): FieldError[] {
  const { value, problem } = read(object, path, "int64");
  if (problem !== undefined) return [invalidAtPath(path, 0, problem)];
  if (typeof value !== "number" && typeof value !== "bigint") return [];
  if (value < 0) return [invalidAtPath(path, value, "should be a non-negative integer")];
  if (value <= maxReplicas) return [];
  return [invalidAtPath(path, value, `should be less than or equal to ${maxReplicas}`)];
}

function invalidAtPath(path: string, value: unknown, detail: string): FieldError {
  return invalidAt(path, value, detail);
}

/** The value at the path, if any, or why it cannot be read, worded as in apimachinery. */
function read(object: object, path: string, type: string): { readonly value?: unknown; readonly problem?: string } {
  let value: unknown = object;
  let at = "";
  for (const step of path.replace(/^\./, "").split(".")) {
    at = `${at}.${step}`;
    if (value === undefined || value === null) return {};
    if (!isJsonObject(value)) return { problem: wrongType(at, value, "map[string]interface{}") };
    value = ownField(value, step);
  }
  if (value === undefined || goType(value) === type) return { value };
  return { problem: wrongType(at, value, type) };
}

function wrongType(path: string, value: unknown, expected: string): string {
  return `${path} accessor error: ${goText(value)} is of the type ${goType(value)}, expected ${expected}`;
}
