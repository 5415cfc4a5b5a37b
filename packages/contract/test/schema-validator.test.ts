import { schemaValidator, type StructuralSchema } from "@capstan/contract";
import { Ajv } from "ajv";
import Type, { type TArrayOptions, type TSchema } from "typebox";
import { describe, expect, test, vi } from "vitest";
import { asStored } from "../src/validation/as-stored.ts";
import { structuralSchema } from "../src/schema/structural-schema.ts";

const Size = Type.Union([Type.Literal("small"), Type.Literal("large")]);
const list = (items: TSchema, options: TArrayOptions = {}) => Type.Array(items, options);
const set = { "x-kubernetes-list-type": "set" };
const ports = {
  type: "array",
  items: { type: "object", properties: { name: { type: "string" }, port: { type: "integer" } } },
  "x-kubernetes-list-type": "map",
  "x-kubernetes-list-map-keys": ["name", "port"],
} as const;

describe("the validator describes faults in words", () => {
  test.each<[TSchema | StructuralSchema, unknown, string]>([
    [Type.String(), 1, "a string"],
    [Type.Integer(), "1", "an integer"],
    [Type.Boolean(), "yes", "a boolean"],
    [Type.Object({}), [], "an object"],
    [list(Type.String()), {}, "a list"],
    [Type.Union([Type.String(), Type.Null()]), 1, "a string or null"],
    [Type.Union([Type.Integer(), Type.String()]), true, "an integer or a string"],
    [Size, "medium", "one of small, large"],
    [Type.Literal("small"), "large", "small"],
    [Type.Union([Type.Literal(1), Type.Literal(2)]), 3, "one of 1, 2"],
    [Size, 1, "one of small, large"],
    [Type.Union([Size, Type.Null()]), null, "one of small, large"],
    [
      Type.Union([Type.Literal("1"), Type.Literal(""), Type.Literal("a, b"), Type.Literal("true")]),
      "2",
      'one of "1", "", "a, b", "true"',
    ],
    [Type.String({ minLength: 1 }), "", "at least 1 character"],
    [Type.String({ minLength: 2 }), "a", "at least 2 characters"],
    [Type.String({ maxLength: 1 }), "ab", "at most 1 character"],
    [Type.String({ pattern: "^a$" }), "b", "a string that matches ^a$"],
    [Type.String({ format: "date-time" }), "today", "a string of format date-time"],
    [Type.Integer({ minimum: 1 }), 0, "at least 1"],
    [Type.Integer({ maximum: 1 }), 2, "at most 1"],
    [Type.Number({ exclusiveMinimum: 0 }), 0, "more than 0"],
    [Type.Number({ exclusiveMaximum: 1 }), 1, "less than 1"],
    [Type.Integer({ multipleOf: 5 }), 3, "a multiple of 5"],
    [Type.Integer({ format: "int32" }), 2 ** 31, "an integer of 32 bits"],
    [Type.Integer(), 1e20, "an integer of 64 bits"],
    [Type.Number({ format: "float" }), 1e39, "a number of 32 bits"],
    [list(Type.String(), { minItems: 1 }), [], "at least 1 item"],
    [list(Type.String(), { maxItems: 2 }), ["a", "b", "c"], "at most 2 items"],
    [Type.Record(Type.String(), Type.String(), { minProperties: 1 }), {}, "at least 1 field"],
    [{ type: "object", anyOf: [{ required: ["a"] }, { required: ["b"] }] }, {}, "at least one of a, b"],
    [{ type: "object", oneOf: [{ required: ["a"] }, { required: ["b"] }] }, {}, "exactly one of a, b"],
    [{ type: "object", not: { required: ["a", "b"] } }, { a: 1, b: 1 }, "not a and b together"],
    [{ type: "string", not: { enum: ["root"] } }, "root", "anything but root"],
    [{ type: "string", not: { pattern: "^a" } }, "a", "a value that the schema allows"],
    [
      {
        type: "object",
        properties: { a: { type: "array", items: { type: "string" } } },
        not: { properties: { a: { uniqueItems: true } } },
      },
      { a: ["b"] },
      "a value that the schema allows",
    ],
    [{ type: "array", items: { type: "string" }, allOf: [{ uniqueItems: true }] }, ["b", "b"], "unique items"],
    [
      Type.Union([Type.Literal("false"), Type.Literal("null"), Type.Literal("v1.2/a:b-c")]),
      "2",
      'one of "false", "null", v1.2/a:b-c',
    ],
    [{ type: "string", anyOf: [{ pattern: "a" }] }, "b", "at least one of the forms that the schema allows"],
  ])("%j rejects %j: %s", (schema, value, expected) => {
    // A copy has its own validator, compiled for this test.
    expect(schemaValidator(structuredClone(schema)).faults(value)).toEqual([
      { reason: "wrong value", path: "", expected, actual: value, steps: [] },
    ]);
  });
});

describe("a fault names its path", () => {
  const schema = Type.Object({
    disks: Type.Optional(list(Type.Object({ name: Type.String(), size: Type.Optional(Type.Integer()) }))),
    tags: Type.Optional(Type.Record(Type.String(), Type.String())),
    zones: Type.Optional(list(Type.String(), set)),
  });

  test.each([
    [
      "a wrong value",
      { disks: [{ name: "a" }, { name: 1 }] },
      "wrong value",
      "spec.disks[1].name",
      1,
      ["disks", "1", "name"],
    ],
    ["a missing field", { disks: [{}] }, "missing field", "spec.disks[0].name", undefined, ["disks", "0"]],
    ["an unknown field", { disks: [{ name: "a", x: 2 }] }, "unknown field", "spec.disks[0].x", 2, ["disks", "0"]],
    [
      "a field whose name is not a word",
      { tags: { "a/b~c": 1 } },
      "wrong value",
      "spec.tags['a/b~c']",
      1,
      ["tags", "a/b~c"],
    ],
    ["a second item of a set", { zones: ["a", "b", "a"] }, "wrong value", "spec.zones[2]", "a", ["zones", "2"]],
  ])("%s", (_, value, reason, path, actual, steps) => {
    expect(schemaValidator(structuredClone(schema), "refused").faults(value, "spec")).toEqual([
      expect.objectContaining({ reason, path, actual, steps }),
    ]);
  });

  test("and for a list map with a repeated key, the keys", () => {
    const value = [{ name: "a", port: 1 }, { name: "a" }, { name: "a", port: 1 }];
    expect(schemaValidator(structuredClone(ports)).faults(value, "spec.ports")).toMatchObject([
      { path: "spec.ports[2]", expected: "items with unique name and port", actual: value[2] },
    ]);
  });

  test("and all faults are listed", () => {
    const faults = schemaValidator(structuredClone(schema), "refused").faults({
      disks: [{ size: "big" }],
      tags: [],
      more: 1,
    });
    expect(faults.map(({ path }) => path).toSorted()).toEqual(["disks[0].name", "disks[0].size", "more", "tags"]);
  });

  test("and unknown fields are ignored unless they must be rejected", () => {
    const copy = structuredClone(schema);
    expect(schemaValidator(copy).accepts({ more: 1 })).toBe(true);
    expect(schemaValidator(copy, "refused").accepts({ more: 1 })).toBe(false);
  });
});

describe("the value that the API server stores", () => {
  const schema: StructuralSchema = {
    type: "object",
    properties: {
      size: { type: "string", default: "small" },
      disk: {
        type: "object",
        default: {},
        properties: { size: { type: "integer", default: 10 }, kind: { type: "string" } },
      },
      network: { type: "object", properties: { mtu: { type: "integer", default: 1500 } } },
      note: { type: "string", nullable: true, default: "none" },
      tags: { type: "object", additionalProperties: { type: "string" } },
      zones: { type: "array", items: { type: "string" } },
      free: { "x-kubernetes-preserve-unknown-fields": true },
      disks: {
        type: "array",
        items: { type: "object", default: { size: 1 }, properties: { size: { type: "integer" } } },
      },
      pod: { type: "object", "x-kubernetes-embedded-resource": true, properties: { spec: { type: "object" } } },
      nothing: { type: "string", nullable: true, default: null },
    },
  };
  const filled = { size: "small", disk: { size: 10 }, note: "none" };

  test.each([
    ["defaults are filled in, and those of defaults", {}, filled],
    ["defaults below an object that is not there are not", { network: {} }, { ...filled, network: { mtu: 1500 } }],
    ["null is left out where it is not admitted", { size: null, disk: { size: null, kind: null } }, filled],
    ["null stays where it is admitted", { note: null }, { ...filled, note: null }],
    [
      "null leaves a map, and stays in a list",
      { tags: { a: null }, zones: [null] },
      { ...filled, tags: {}, zones: [null] },
    ],
    ["unknown fields are pruned", { disk: { x: 1, size: 1 }, y: 2 }, { ...filled, disk: { size: 1 } }],
    ["open fields are kept", { free: { a: { b: 1 } } }, { ...filled, free: { a: { b: 1 } } }],
    [
      "items are looked at each, and null has its default",
      { disks: [{ size: 1, x: 2 }, null, { size: 3 }] },
      { ...filled, disks: [{ size: 1 }, { size: 1 }, { size: 3 }] },
    ],
    [
      "a whole object keeps its type and metadata",
      { pod: { apiVersion: "v1", kind: "Pod", metadata: { name: "a" }, spec: { x: 1 }, status: {} } },
      { ...filled, pod: { apiVersion: "v1", kind: "Pod", metadata: { name: "a" }, spec: {} } },
    ],
    ["what is undefined is not there", { size: undefined, tags: { a: undefined } }, { ...filled, tags: {} }],
  ])("%s", (_, value, stored) => {
    const before = structuredClone(value);
    expect(schemaValidator(schema).asStored(value)).toStrictEqual(stored);
    expect(value).toStrictEqual(before);
  });

  test("is the same object if nothing changes", () => {
    const disks = Object.freeze([Object.freeze({ size: 1 }), Object.freeze({ size: 2 })]);
    const value = Object.freeze({ ...filled, tags: Object.freeze({ a: "b" }), zones: ["a"], disks });
    expect(schemaValidator(schema).asStored(value)).toBe(value);
    const other = schemaValidator(schema).asStored({ ...value, disks: [...disks, { x: 1 }] });
    expect(other).toStrictEqual({ ...value, disks: [...disks, {}] });
  });

  test("keeps a list whose items have no schema", () => {
    const list = [null, { a: 1 }];
    const schemaOfList: StructuralSchema = { type: "array" };
    expect(asStored(list, schemaOfList)).toBe(list);
  });
});

test("fields may have names that every JavaScript object inherits", () => {
  const field = Type.Optional(Type.String());
  const validator = schemaValidator(
    Type.Object({ constructor: field, toString: field, tags: Type.Record(Type.String(), field) }),
  );
  const value: unknown = JSON.parse('{ "tags": { "__proto__": "a", "b": null } }');
  const stored = validator.asStored(value);
  expect(JSON.stringify(stored)).toBe('{"tags":{"__proto__":"a"}}');
  expect(validator.faults(stored)).toEqual([]);
  expect(schemaValidator(Type.Object({ toString: Type.String() })).faults({})).toMatchObject([{ path: "toString" }]);
});

test("a fault within a combined schema has the path of its value", () => {
  const field = { enum: ["x"] };
  const validator = schemaValidator({ type: "object", allOf: [{ properties: { "a/b~c": field } }] });
  expect(validator.faults({ "a/b~c": "y" }, "spec")).toMatchObject([
    { reason: "wrong value", path: "spec['a/b~c']", steps: ["a/b~c"], actual: "y" },
  ]);
});

describe("the compiler", () => {
  test("compiles each part of a schema once, when the first value has it", () => {
    using compile = vi.spyOn(Ajv.prototype, "compile");
    const size = Type.Enum(["small", "as large as no other test wants it"]);
    const schema = Type.Object({ size, note: Type.Optional(Type.String({ maxLength: 4711 })) }, { minProperties: 1 });
    const validator = schemaValidator(schema);
    expect(schemaValidator(schema)).toBe(validator);
    expect(compile).not.toHaveBeenCalled();
    for (let count = 0; count < 100; count++) {
      validator.accepts({ size: "small" });
      schemaValidator(schema).faults({ size: count });
    }
    expect(compile).toHaveBeenCalledTimes(["the object", "size"].length);
    validator.accepts({ size: "small", note: "a" });
    expect(compile).toHaveBeenCalledTimes(["the object", "size", "note"].length);
  });

  test("reads patterns like Go", () => {
    const validator = schemaValidator(Type.String({ pattern: "(?s)a(?P<name>b)" }));
    expect(validator.accepts("ab")).toBe(true);
    expect(validator.accepts("x")).toBe(false);
  });

  test("compiles each pattern of a schema separately", () => {
    const validator = schemaValidator(
      Type.Object({ a: Type.String({ pattern: "^a$" }), b: Type.String({ pattern: "^b$" }) }),
    );
    expect(validator.accepts({ a: "a", b: "b" })).toBe(true);
    expect(validator.accepts({ a: "b", b: "a" })).toBe(false);
  });

  test("does not modify a structural schema", () => {
    const schema = structuralSchema(
      Type.Object({
        size: Type.Optional(Size),
        share: Type.Union([Type.Integer(), Type.String()]),
        weight: Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1 }),
        half: Type.Union([Type.Literal(0.5), Type.Literal(1)]),
        count: Type.Union([Type.Integer(), Type.Null()]),
        zones: Type.Array(Type.String(), { uniqueItems: true }),
        any: Type.Unknown(),
        tags: Type.Record(Type.String(), Type.String()),
      }),
    );
    expect(structuralSchema(schema)).toEqual(schema);
  });
});
