import { type StructuralSchema } from "@capstan/contract";
import { Ajv } from "ajv";
import { describe, expect, test, vi } from "vitest";
import { compile, newAjv } from "../src/validation/compile.ts";
import { placeSchemaOf } from "../src/validation/json-schema.ts";

const any = { "x-kubernetes-preserve-unknown-fields": true } as const;
const intOrString = { "x-kubernetes-int-or-string": true } as const;

describe("the JSON Schema of a structural schema contains exactly the API server's checks", () => {
  test.each<[what: string, structural: StructuralSchema, json: object]>([
    ["a type", { type: "string" }, { type: "string" }],
    ["a type or null", { type: "string", nullable: true }, { type: ["string", "null"] }],
    ["anything", any, {}],
    ["anything, null as well", { ...any, nullable: true }, {}],
    ["values", { type: "string", enum: ["a", "b"] }, { enum: ["a", "b"] }],
    ["an integer, which has 64 bits", { type: "integer" }, { type: "integer", format: "int64" }],
    ["an integer of 32 bits", { type: "integer", format: "int32" }, { type: "integer", format: "int32" }],
    ["an integer of another format", { type: "integer", format: "double" }, { type: "integer", format: "int64" }],
    ["a number of 32 bits", { type: "number", format: "float" }, { type: "number", format: "float" }],
    ["a number of another format", { type: "number", format: "double" }, { type: "number" }],
    ["an integer or a string", intOrString, { type: ["integer", "string"], format: "int64" }],
    [
      "an integer or a string of a format",
      { ...intOrString, format: "date-time" },
      { type: ["integer", "string"], format: "date-time" },
    ],
    ["a string of a format", { type: "string", format: "date-time" }, { type: "string", format: "date-time" }],
    ["a string of a format that is not known", { type: "string", format: "shoe-size" }, { type: "string" }],
    ["an object of a format", { type: "object", format: "int32" }, { type: "object" }],
    ["a list of a format", { type: "array", format: "int32" }, { type: "array" }],
    ["a flag of a format", { type: "boolean", format: "int32" }, { type: "boolean" }],
    ["a pattern", { type: "string", pattern: "^a$" }, { type: "string", pattern: "^a$" }],
    ["a pattern that Go cannot read", { type: "string", pattern: "(?=a)" }, { type: "string" }],
    ["bounds", { type: "number", minimum: 0, maximum: 9 }, { type: "number", minimum: 0, maximum: 9 }],
    [
      "bounds that do not belong to it",
      { type: "number", minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true },
      { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 9 },
    ],
    [
      "bounds of a branch",
      { type: "string", anyOf: [{ pattern: "^a" }, { maxLength: 1 }] },
      { type: "string", anyOf: [{ pattern: "^a" }, { maxLength: 1 }] },
    ],
    [
      "branches where null is admitted",
      { type: "string", nullable: true, not: { pattern: "^a" } },
      { type: ["string", "null"], if: { type: "null" }, else: { not: { pattern: "^a" } } },
    ],
    [
      "fields and items",
      { type: "object", properties: { a: { type: "array", items: { type: "string" } } }, required: ["a"] },
      { type: "object", required: ["a"] },
    ],
  ])("%s", (_what, structural, json) => {
    expect(placeSchemaOf(structural, "ignored")).toStrictEqual(json);
  });

  test.each<[what: string, structural: StructuralSchema, json: object]>([
    ["an object without fields", { type: "object" }, { type: "object", properties: {}, additionalProperties: false }],
    ["a map", { type: "object", additionalProperties: { type: "string" } }, { type: "object" }],
    [
      "an object with fields, each of which is a place of its own",
      { type: "object", properties: { a: { type: "string" } } },
      { type: "object", properties: { a: {} }, additionalProperties: false },
    ],
    ["an object with any fields", { type: "object", ...any }, { type: "object" }],
    [
      "a whole object",
      { type: "object", "x-kubernetes-embedded-resource": true },
      { type: "object", properties: { apiVersion: {}, kind: {}, metadata: {} }, additionalProperties: false },
    ],
    ["a string", { type: "string" }, { type: "string" }],
  ])("with unknown fields rejected: %s", (_what, structural, json) => {
    expect(placeSchemaOf(structural, "refused")).toStrictEqual(json);
  });
});

describe("a compiled schema", () => {
  const compiled = (schema: StructuralSchema) => newAjv().compile(placeSchemaOf(schema, "ignored"));
  const ports: StructuralSchema = {
    ...{ type: "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] },
    items: { type: "object", properties: { name: { type: "string" } } },
  };

  test("checks the formats of strings and numbers", () => {
    expect(compiled({ type: "string", format: "date-time" })("today")).toBe(false);
    expect(compiled({ type: "string", format: "date-time" })("2026-01-01T00:00:00Z")).toBe(true);
    expect(compiled({ type: "integer", format: "int32" })(2 ** 31)).toBe(false);
    expect(compiled({ type: "integer", format: "int32" })(2 ** 31 - 1)).toBe(true);
    expect(compiled({ type: "integer", format: "int32" })(-(2 ** 31))).toBe(true);
    expect(compiled({ type: "integer", format: "int32" })(-(2 ** 31) - 1)).toBe(false);
    expect(compiled({ type: "number", format: "float" })(3.5e38)).toBe(false);
    expect(compiled({ type: "number", format: "float" })(-3.4e38)).toBe(true);
  });

  test("names the repeated item of a list map", () => {
    const validate = compiled(ports);
    expect(validate([{ name: "a" }, { name: "b" }])).toBe(true);
    expect(validate([{ name: "a" }, { name: "b" }, { name: "a" }])).toBe(false);
    expect(validate.errors).toMatchObject([{ params: { duplicate: 2, keys: ["name"] } }]);
  });

  test("reads patterns like Go, separately for each", () => {
    const validate = newAjv().compile({ allOf: [{ pattern: "(?s)^a.b$" }, { pattern: "(?" }] });
    expect(validate("a\nb")).toBe(true);
    expect(validate("a\nc")).toBe(false);
  });

  test("is not cached by the compiler", () => {
    using forget = vi.spyOn(Ajv.prototype, "removeSchema");
    const schema = { type: "string" };
    expect(compile(schema)("a")).toBe(true);
    expect(forget).toHaveBeenCalledExactlyOnceWith(schema);
  });

  test("accepts 0.3 as a multiple of 0.1", () => {
    expect(compiled({ type: "number", multipleOf: 0.1 })(0.3)).toBe(true);
    expect(compiled({ type: "number", multipleOf: 0.1 })(0.35)).toBe(false);
  });
});
