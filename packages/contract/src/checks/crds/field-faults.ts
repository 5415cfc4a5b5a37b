import { listAt } from "@capstan/kube";
import { type Fault } from "../rule/rule.ts";
import { type RuleLevel } from "../../catalogue/catalogue-entry.ts";
import { type CRDVersion } from "./crd-subject.ts";
import { schemaField, typeOf } from "./schema-field.ts";

/** The requirements for a field's schema. */
export interface FieldDemand {
  readonly type: "boolean" | "string" | "integer" | "object" | "array";
  /** Whether the field must be declared or preserved. Default: false. */
  readonly present?: boolean;
  /** Whether objects without the field must be valid. Default: false. */
  readonly optional?: boolean;
}

/** Compares the schema of the field at `path` with the requirements. */
export function* fieldFaults({ schema }: CRDVersion, path: string, demand: FieldDemand): Iterable<Fault> {
  const field = schemaField(schema, path);
  const expected = `${path} of type ${demand.type}`;
  if (field.found === "absent" && demand.present === true) yield { path: field.path, expected };
  if (field.found !== "declared") return;
  const type = typeOf(field.schema);
  if (type !== demand.type) yield { path: `${field.path}.type`, expected, actual: type };
  if (demand.optional === true && field.required) {
    yield {
      path: field.path,
      expected: `${path} optional, because core or the provider sets it`,
      actual: "required",
    };
  }
}

/** Whether a field is declared in the version's schema. */
export function declares({ schema }: CRDVersion, path: string): boolean {
  return schemaField(schema, path).found === "declared";
}

/** Faults in the bounds of a declared field: every keyword must exist and be within its limit. */
export function* boundFaults(
  { schema }: CRDVersion,
  path: string,
  bounds: Readonly<Record<string, { readonly min: number } | { readonly max: number }>>,
  level: RuleLevel = "SHOULD",
): Iterable<Fault> {
  const field = schemaField(schema, path);
  if (field.found !== "declared") return;
  for (const [keyword, limit] of Object.entries(bounds)) {
    const actual = field.schema[keyword];
    const [word, holds] =
      "min" in limit
        ? [`${limit.min} or more`, (value: number) => value >= limit.min]
        : [`${limit.max} or less`, (value: number) => value <= limit.max];
    if (typeof actual === "number" && holds(actual)) continue;
    yield { path: `${field.path}.${keyword}`, expected: `${keyword} of ${path} ${word}`, actual, level };
  }
}

/** Values that an enum accepts although they are not allowed; a missing enum is a warning. */
export function* enumFaults({ schema }: CRDVersion, path: string, allowed: readonly string[]): Iterable<Fault> {
  const field = schemaField(schema, path);
  if (field.found !== "declared") return;
  const values = listAt(field.schema, "enum");
  const expected = `an enum of ${allowed.join(", ")}`;
  if (values.length === 0) {
    yield { path: `${field.path}.enum`, expected, actual: undefined, level: "SHOULD" };
  } else if (!values.every((value) => typeof value === "string" && allowed.includes(value))) {
    yield { path: `${field.path}.enum`, expected, actual: values };
  }
}
