import { groupVersionOf, isJsonObject, stringifyJson, textAt } from "@capstan/kube";
import { goText, goType } from "../go/go-text.ts";
import { type ApiObject } from "../object/api-object.ts";
import { type ResourceRequest } from "../request/request.ts";
import { prune } from "../schema/prune.ts";
import { memberSchema, type Schema } from "../schema/schema.ts";
import { itemStep, rootSchema } from "../schema/typed-value.ts";
import { validate } from "../schema/validate.ts";
import { type FieldError } from "../status/field-error.ts";
import { StatusError } from "../status/status-error.ts";
import { describeStep } from "../writer/managed-fields/field-set.ts";

/** @throws StatusError the applied object does not fit the schema, so its fields cannot be owned. */
export function checkTypes({ version, info }: ResourceRequest, object: ApiObject): void {
  const schema = rootSchema(version.schema);
  const unknown: string[] = [];
  prune(object, schema, unknown);
  const problems = [
    ...unknown.map((path) => `.${path}: field not declared in schema`),
    ...validate(object, schema)
      .filter(isOfType)
      .map((error) => typeProblem(error, object)),
    ...duplicatesIn(object, schema, ""),
  ];
  if (problems.length === 0) return;
  const { group, version: of } = groupVersionOf(object.apiVersion);
  const what = `${info.namespace === "" || object.metadata.namespace === undefined ? "" : object.metadata.namespace}/${textAt(object, "metadata", "name") ?? ""}; ${group}/${of}, Kind=${object.kind}`;
  const text =
    problems.length === 1 ? (problems[0] ?? "") : `errors:\n${problems.map((problem) => `  ${problem}`).join("\n")}`;
  throw new StatusError(500, "", `failed to create typed patch object (${what}): ${text}`);
}

const expectations: Readonly<Record<string, string>> = {
  boolean: "boolean",
  string: "string",
  integer: "numeric (int or float)",
  number: "numeric (int or float)",
  object: "map",
  array: "list",
};

function typeIn(detail: string | undefined): string {
  return / must be of type ([\w-]+)/.exec(detail ?? "")?.[1] ?? "";
}

/** Formats are checked later, and null fits every type. */
function isOfType({ type, detail, value }: FieldError): boolean {
  return type === "Type invalid" && value !== "null" && typeIn(detail) in expectations;
}

function typeProblem({ field, detail }: FieldError, object: ApiObject): string {
  const expected = expectations[typeIn(detail)] ?? "";
  return `.${field}: expected ${expected}, got ${shownAs(expected, valueAt(object, field))}`;
}

/** Go formats the value differently for each expected type. */
function shownAs(expected: string, value: unknown): string {
  if (expected.startsWith("numeric")) return goType(value);
  if (expected === "map" || expected === "list") return `&{${goText(value)}}`;
  return typeof value === "object" ? goType(value) : stringifyJson(value);
}

function valueAt(object: unknown, field: string): unknown {
  const steps = field.split(/[.[\]]+/).filter((step) => step !== "");
  return steps.reduce<unknown>((value, step) => {
    if (Array.isArray(value)) return value[Number(step)] as unknown;
    return isJsonObject(value) ? value[step] : undefined;
  }, object);
}

/** Duplicate items of sets and maps. */
function duplicatesIn(value: unknown, schema: Schema | undefined, path: string): string[] {
  if (Array.isArray(value)) {
    const step = itemStep(schema);
    const steps = value.map((item: unknown, index) => step?.(item) ?? `i:${index}`);
    const twice = new Set(steps.filter((each, index) => steps.indexOf(each) !== index));
    const own = [...twice].map((each) => `${path}: duplicate entries for key ${describeStep(each)}`);
    const below = value.flatMap((item: unknown, index) =>
      duplicatesIn(item, schema?.items, path + describeStep(steps[index] ?? "")),
    );
    return [...own, ...below];
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    duplicatesIn(member, memberSchema(schema, key), `${path}.${key}`),
  );
}
