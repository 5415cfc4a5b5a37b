import { expect, test } from "vitest";
import { type StructuralSchema, schemaValidator } from "../src/index.ts";
import { hasStandIn, standIn } from "../src/conversion/stand-in.ts";

const text: StructuralSchema = { type: "string" };
const impossible: StructuralSchema = { type: "string", pattern: "^[a-z]$", minLength: 2 };

test.each<[string, StructuralSchema, unknown]>([
  ["a default", { type: "string", default: "d" }, "d"],
  [
    "a default that is not valid",
    { type: "object", default: {}, minProperties: 1, properties: { a: text, b: text } },
    { a: "unrepresentable.invalid" },
  ],
  ["an enum", { type: "string", enum: ["B", "A"] }, "B"],
  ["a boolean", { type: "boolean" }, false],
  ["a minimum", { type: "integer", minimum: 3 }, 3],
  ["an exclusive minimum", { type: "integer", minimum: 3, exclusiveMinimum: true }, 4],
  ["an exclusive minimum and a step", { type: "integer", minimum: 3, exclusiveMinimum: true, multipleOf: 5 }, 5],
  ["a maximum", { type: "number", maximum: -2 }, -2],
  ["an exclusive maximum", { type: "number", maximum: -2, exclusiveMaximum: true }, -2.5],
  ["int-or-string", { "x-kubernetes-int-or-string": true }, 0],
  ["a list with a minimum of items", { type: "array", minItems: 2, items: { type: "boolean" } }, [false, false]],
  ["a required field of any type", { type: "object", required: ["a"] }, { a: {} }],
  [
    "one of several fields",
    { type: "object", properties: { a: text, b: text }, oneOf: [{ required: ["a"] }, { required: ["b"] }] },
    { a: "unrepresentable.invalid" },
  ],
  [
    "any of several fields",
    { type: "object", properties: { a: text, b: text }, anyOf: [{ required: ["b"] }, { required: ["a"] }] },
    { b: "unrepresentable.invalid" },
  ],
  ["a length", { type: "string", minLength: 30, maxLength: 32 }, "unrepresentable.invalidxxxxxxx"],
  ["a short length", { type: "string", minLength: 2, maxLength: 3 }, "unr"],
  ["a pattern", { type: "string", pattern: "^ami-[0-9]+$" }, "ami-0"],
  ["no restriction", { "x-kubernetes-preserve-unknown-fields": true }, {}],
])("the stand-in for a value with %s", (_what, schema, value) => {
  expect(standIn(schema)).toEqual(value);
  expect(schemaValidator(schema).accepts(value)).toBe(true);
  expect(hasStandIn(schema)).toBe(true);
});

test.each(
  "date-time datetime date duration byte ipv4 ipv6 cidr mac uuid uuid3 uuid4 uuid5 uri email hexcolor".split(" "),
)("the stand-in for a string of the format %s is valid", (format) => {
  const schema: StructuralSchema = { type: "string", format };
  expect(schemaValidator(schema).accepts(standIn(schema))).toBe(true);
});

test.each<[string, StructuralSchema]>([
  ["string", impossible],
  ["number", { type: "integer", minimum: 3, maximum: 2 }],
  [
    "field of an object",
    { type: "object", required: ["a"], properties: { a: { type: "integer", minimum: 3, maximum: 2 } } },
  ],
  ["object with an impossible field", { type: "object", required: ["a"], properties: { a: impossible } }],
])("an impossible %s has no stand-in", (_what, schema) => {
  expect(standIn(schema)).toBeUndefined();
  expect(hasStandIn(schema)).toBe(false);
});
