import { type JsonObject, stringifyJson, textAt } from "@capstan/kube";
import { evaluateJsonPath } from "./json-path.ts";
import { ageColumn, ageOf, nameColumn, type PrinterColumn } from "./standard-columns.ts";

/** The columns of a custom resource: Name, and those of its CRD, or Age if it has none. */
export function customColumns(definitions: readonly JsonObject[]): PrinterColumn[] {
  return definitions.length === 0
    ? [nameColumn, { ...ageColumn, type: "date" }]
    : [nameColumn, ...definitions.map(customColumn)];
}

function customColumn(definition: JsonObject): PrinterColumn {
  const name = textAt(definition, "name") ?? "";
  const type = textAt(definition, "type") ?? "string";
  const jsonPath = textAt(definition, "jsonPath") ?? "";
  const format = textAt(definition, "format");
  const description =
    textAt(definition, "description") ?? `Custom resource definition column (in JSONPath format): ${jsonPath}`;
  const priority = typeof definition.priority === "number" ? definition.priority : 0;
  return {
    name,
    type,
    ...(format === undefined ? {} : { format }),
    description,
    priority,
    value: (object, now) => cell(evaluateJsonPath(jsonPath, object)[0], type, now),
  };
}

function cell(value: unknown, type: string, now: number): unknown {
  if (value === undefined || value === null) return null;
  switch (type) {
    case "date":
      return typeof value === "string" ? ageOf(value, now) : null;
    case "integer":
    case "number":
      return typeof value === "number" || typeof value === "bigint" ? value : null;
    case "boolean":
      return typeof value === "boolean" ? value : null;
    default:
      return typeof value === "string" ? value : stringifyJson(value);
  }
}
