import { isJsonObject, type JsonObject, listAt, objectAt } from "@capstan/kube";
import fc from "fast-check";
import { type RuleSite } from "./rule-sites.ts";

/** Values for the schema of a site, most of them valid, and including the literals of its rules. */
export function siteValue({ schema, words }: RuleSite): fc.Arbitrary<unknown> {
  return valueOf(schema, [
    ...words,
    ...words.map((word) => `${word}x`),
    "",
    "a",
    "ab-1",
    "../b",
    "123456789012",
    "0s",
    "-1h5m",
  ]);
}

function valueOf(schema: JsonObject, words: readonly string[]): fc.Arbitrary<unknown> {
  const allowed = listAt(schema, "enum");
  if (allowed.length > 0) return fc.constantFrom(...allowed, ...words.slice(0, 1));
  if (schema["x-kubernetes-int-or-string"] === true) return fc.oneof(fc.integer(), fc.constantFrom(...words));
  switch (schema.type) {
    case "object":
      return objectOf(schema, words);
    case "array":
      return fc.array(valueOf(objectAt(schema, "items") ?? {}, words), { maxLength: 3 });
    case "integer":
      return fc.integer({ min: -2, max: 70 });
    case "number":
      return fc.double({ min: -2, max: 2, noNaN: true });
    case "boolean":
      return fc.boolean();
    default:
      return fc.constantFrom(...words);
  }
}

function objectOf(schema: JsonObject, words: readonly string[]): fc.Arbitrary<unknown> {
  const additional = objectAt(schema, "additionalProperties");
  if (additional !== undefined) {
    return fc.dictionary(fc.constantFrom("k", "l", "m"), valueOf(additional, words), { maxKeys: 3 });
  }
  const requiredKeys = listAt(schema, "required").filter((key) => typeof key === "string");
  const members: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [key, property] of Object.entries(objectAt(schema, "properties") ?? {})) {
    if (isJsonObject(property)) members[key] = valueOf(property, words);
  }
  return fc.record(members, { requiredKeys: requiredKeys.filter((key) => Object.hasOwn(members, key)) });
}
