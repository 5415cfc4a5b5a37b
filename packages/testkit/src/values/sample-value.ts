import { fieldsOf, isJsonObject, listAt } from "@capstan/kube";

type Schema = Readonly<Record<string, unknown>>;

/**
 * The smallest value that a schema of a CRD admits, as far as the schema shows: required fields without a default. Values for patterns and
 * rules can only come from a user's sample.
 */
export function sampleValue(schema: Schema): unknown {
  const [choice] = listAt(schema, "enum");
  if (choice !== undefined) return choice;
  switch (schema.type) {
    case "object":
      return sampleObject(schema);
    case "array":
      return Array.from({ length: numberOr(schema.minItems, 0) }, () => sampleValue(fieldsOf(schema.items)));
    case "integer":
    case "number":
      return numberOr(schema.minimum, 1);
    case "boolean":
      return false;
    default:
      return "sample".padEnd(numberOr(schema.minLength, 0), "x").slice(0, numberOr(schema.maxLength, 253));
  }
}

function sampleObject(schema: Schema): object {
  const properties = fieldsOf(schema.properties);
  const required = listAt(schema, "required").filter((name) => typeof name === "string");
  const wanted = required.filter((name) => !isJsonObject(properties[name]) || properties[name].default === undefined);
  const entries = wanted.map((name) => [name, sampleValue(fieldsOf(properties[name]))] as const);
  if (entries.length > 0 || numberOr(schema.minProperties, 0) === 0) return Object.fromEntries(entries);
  const [first] = Object.entries(properties);
  return first === undefined ? {} : { [first[0]]: sampleValue(fieldsOf(first[1])) };
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}
