import type { StructuralSchema } from "@capstan/contract";
import { isJsonObject, jsonEqual } from "@capstan/kube";
import { sampleValue } from "./sample-value.ts";

/** Strings in formats that schemas often require. */
const words = [
  "other",
  "v1.36.1",
  "10.1.0.0/16",
  "10.0.0.1",
  "https://other.example.com",
  "5m",
  "/etc/other",
  "b3RoZXI=",
  "2026-01-02T03:04:05Z",
  "a",
] as const;

/** Values other than the present one that a schema may admit; the caller must filter out those that it does not. */
export function candidateValues(schema: StructuralSchema, present: unknown): readonly unknown[] {
  return valuesOf(schema, present).filter((value) => !jsonEqual(value, present));
}

function valuesOf(schema: StructuralSchema, present: unknown): readonly unknown[] {
  if (schema.enum !== undefined) return schema.enum;
  if (schema["x-kubernetes-int-or-string"] === true) return [1, "50%"];
  switch (schema.type) {
    case "boolean":
      return [true, false];
    case "integer":
    case "number":
      return numbers(schema, present);
    case "string":
      return [...(typeof present === "string" ? withNextNumber(present) : []), ...words];
    case "array":
      return lists(schema, present);
    case "object":
      return isJsonObject(present) ? [] : [sampleValue({ ...schema })];
    case undefined:
    default:
      return [];
  }
}

function numbers({ minimum, maximum, multipleOf = 1 }: StructuralSchema, present: unknown): readonly number[] {
  const near = typeof present === "number" ? [present + multipleOf, present - multipleOf] : [];
  return [...near, minimum, maximum, multipleOf].filter((number) => number !== undefined);
}

/** `v1.36.0` becomes `v1.36.1`: a string with a number often admits the next number too. */
function withNextNumber(text: string): readonly string[] {
  const next = text.replace(/\d+(?=\D*$)/, (digits) => String(Number(digits) + 1));
  return next === text ? [] : [next];
}

function lists(schema: StructuralSchema, present: unknown): readonly (readonly unknown[])[] {
  const items: readonly unknown[] = Array.isArray(present) ? present : [];
  const another = items.length === 0 && schema.items !== undefined ? [[sampleValue({ ...schema.items })]] : [];
  return [...another, items.slice(1), items.toReversed()];
}
