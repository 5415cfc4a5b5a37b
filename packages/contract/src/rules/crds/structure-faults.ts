import { isJsonObject } from "../../fields/field-reader.ts";
import { type Json, objectAt } from "../json.ts";
import { type Fault } from "../rule.ts";
import { typeOf } from "./schema-field.ts";

/** Places where a schema is not structural: without a type, or without being a schema at all. */
export function* structureFaults(schema: Json, path: string): Iterable<Fault> {
  const anything = schema["x-kubernetes-preserve-unknown-fields"] === true;
  if (typeOf(schema) === "any" && !anything) yield { path, expected: "a schema with a type" };
  for (const [name, property] of Object.entries(objectAt(schema, "properties"))) {
    yield* structureFaults(isJsonObject(property) ? property : {}, `${path}.properties.${name}`);
  }
  for (const key of ["items", "additionalProperties"]) {
    const child = schema[key];
    if (isJsonObject(child)) yield* structureFaults(child, `${path}.${key}`);
  }
}
