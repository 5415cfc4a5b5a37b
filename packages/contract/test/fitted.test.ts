import Type from "typebox";
import { describe, expect, test } from "vitest";
import { type StructuralSchema, schemaValidator } from "../src/index.ts";
import { fitted, isComplete } from "../src/conversion/fitted.ts";
import { patternSample } from "../src/conversion/pattern-sample.ts";
import { standIn } from "../src/conversion/stand-in.ts";

const reference = Type.Object({
  group: Type.String({ pattern: "^[a-z.]+$" }),
  name: Type.String({ pattern: "^[a-z.]+$" }),
});
const schema = Type.Object({
  cluster: Type.String({ minLength: 1, maxLength: 63 }),
  ref: reference,
  note: Type.Optional(Type.String({ maxLength: 3 })),
  other: Type.Optional(reference),
  names: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { maxItems: 2 })),
  labels: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: 2 }), { maxProperties: 1 })),
  limits: Type.Optional(Type.Object({ cpus: Type.Optional(Type.Integer({ minimum: 1 })) }, { minProperties: 1 })),
  inner: Type.Optional(Type.Object({ deep: Type.Object({ ref: reference, kept: Type.Optional(Type.Boolean()) }) })),
});
const ref = { group: "a", name: "b" };
const whole = { cluster: "c", ref };
const nothing = { group: "unrepresentable.invalid", name: "unrepresentable.invalid" };

/** What is left where something stands in for fields that must be there. */
const left = (value: unknown) => fitted(value, schema, "stood in for");

describe("of a value a schema leaves", () => {
  test("the value itself if it admits it", () => {
    const value = { ...whole, note: "abc" };
    expect(left(value)).toEqual({ value, faults: [], standsIn: false });
    expect(left(value).value).toBe(value);
  });

  test.each<[string, object, object]>([
    ["a field", { note: "long" }, {}],
    ["a reference of which half is wrong, as a whole", { other: { ...ref, name: "../b" } }, {}],
    ["an item", { names: ["a", "", 7] }, { names: ["a"] }],
    ["items that are too many", { names: ["a", "b", "c"] }, { names: ["a", "b"] }],
    ["an entry of a map", { labels: { a: "long" } }, { labels: {} }],
    ["entries that are too many", { labels: { a: "1", b: "2" } }, { labels: { a: "1" } }],
    ["what is empty without it", { limits: { cpus: 0 } }, {}],
    ["what lacks it then, as little as may be", { inner: { deep: { ref: { group: "a" }, kept: true } } }, {}],
    ["what is of another type", { limits: [], inner: "text", names: {} }, {}],
  ])("all but %s", (_what, more, rest) => {
    expect(left({ ...whole, ...more })).toMatchObject({ value: { ...whole, ...rest }, standsIn: false });
    expect(left({ ...whole, ...more }).value).toEqual({ ...whole, ...rest });
  });

  test.each<[string, object, object]>([
    ["a string", { cluster: "" }, { cluster: "unrepresentable.invalid" }],
    ["a reference, no half of which is left", { ref: { group: "a", name: "?watch=true" } }, { ref: nothing }],
    ["what is missing", { ref: undefined }, { ref: nothing }],
  ])("what stands in for %s where there must be one", (_what, wrong, stood) => {
    const value = JSON.parse(JSON.stringify({ ...whole, note: "abc", ...wrong })) as unknown;
    expect(left(value)).toMatchObject({ value: { ...whole, note: "abc", ...stood }, standsIn: true });
  });

  test("nothing if it may be missing, and otherwise what stands in for all of it", () => {
    for (const value of [7, null, [], { cluster: "c" }])
      expect(fitted(value, schema, "left out").value).toBeUndefined();
    expect(left(7).value).toEqual({ cluster: "unrepresentable.invalid", ref: nothing });
  });

  test("without a field what lacks it, if that is ignored; what is wrong is not", () => {
    expect(fitted({ note: "long" }, schema, "ignored")).toMatchObject({ value: {}, standsIn: false });
    expect(fitted({ ref: { group: "a" } }, schema, "ignored")).toMatchObject({
      value: { ref: { group: "a" } },
      faults: [],
    });
    expect([isComplete({ ...whole, note: "long" }, schema), isComplete({ note: "a" }, schema)]).toEqual([true, false]);
  });

  test("names that every JavaScript object inherits alone", () => {
    const value = JSON.parse(
      '{"cluster":"c","ref":{"group":"a","name":"b"},"labels":{"__proto__":"1","toString":"2"}}',
    ) as unknown;
    expect(Object.keys((left(value).value as { labels: object }).labels)).toEqual(["__proto__"]);
  });
});

test.each<[string, StructuralSchema]>([
  ["a default", { type: "string", default: "d" }],
  [
    "a default that is not valid",
    { type: "object", default: {}, minProperties: 1, properties: { a: { type: "string" } } },
  ],
  ["an enum", { type: "string", enum: ["B", "A"] }],
  ["bounds", { type: "integer", minimum: 3, exclusiveMinimum: true, multipleOf: 5 }],
  ["a maximum", { type: "number", maximum: -2, exclusiveMaximum: true }],
  ["int-or-string", { "x-kubernetes-int-or-string": true }],
  ["a list that must have items", { type: "array", minItems: 2, items: { type: "boolean" } }],
  ["one of several fields", { type: "object", properties: { a: { type: "string" } }, oneOf: [{ required: ["a"] }] }],
  ["a length", { type: "string", minLength: 100, maxLength: 120 }],
  ["a short length", { type: "string", maxLength: 3 }],
  ...[
    "date-time",
    "date",
    "duration",
    "byte",
    "ipv4",
    "ipv6",
    "cidr",
    "mac",
    "uuid",
    "uuid4",
    "uri",
    "email",
    "hexcolor",
  ].map((format): [string, StructuralSchema] => [format, { type: "string", format }]),
  ["anything", { "x-kubernetes-preserve-unknown-fields": true }],
])("a value stands in where a schema has %s", (_what, given) => {
  const value = standIn(given);
  expect(value).toBeDefined();
  expect(schemaValidator(given).accepts(value)).toBe(true);
});

test.each([
  "^ami-[0-9a-f]{8,17}$",
  "^(?:https?|ftp)://[^/\\s]+(/.*)?$",
  "^v?(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.\\d+$",
  "^[^a-z]+$",
  "^[]x]{2}\\.\\w\\s\\S\\D\\W$",
  "^a|b$",
  "^(?P<name>x*)y+?$",
])("a string matches %s", (pattern) => {
  expect(patternSample(pattern, () => true)).toMatch(
    new RegExp(pattern.replace("?P<", "?<").replace("[]x]", "[\\]x]")),
  );
});

test("a string matches a pattern and is as long as it must be, or there is none", () => {
  expect(patternSample("^[a-z]+$", ({ length }) => length >= 20)).toMatch(/^a{20,}$/);
  expect(patternSample("^[a-z]$", ({ length }) => length >= 2)).toBeUndefined();
  expect(patternSample("^(?=a)$", () => true)).toBeUndefined();
  expect(standIn({ type: "string", pattern: "^[a-z]$", minLength: 2 })).toBeUndefined();
});

test("a stand-in needs nothing of fields that it does not have, however much there is to compile of them", () => {
  const cannotCompile: StructuralSchema = { type: "string", pattern: "(" };
  const schema: StructuralSchema = {
    type: "object",
    required: ["name", "of"],
    properties: {
      name: { type: "string", minLength: 1 },
      of: { type: "object", required: ["kind"], properties: { kind: { type: "string" }, more: cannotCompile } },
      notes: cannotCompile,
    },
  };

  expect(standIn(schema)).toEqual({ name: expect.any(String) as string, of: { kind: expect.any(String) as string } });
});
