import { schemaValidator, type StructuralSchema } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { newAjv } from "../src/validation/compile.ts";
import { placeSchemaOf } from "../src/validation/json-schema.ts";

type Row = readonly [what: string, schema: StructuralSchema, accepted: readonly unknown[], refused: readonly unknown[]];

const intOrString = { "x-kubernetes-int-or-string": true } as const;
const integerOrString = [{ type: "integer" } as object, { type: "string" } as object];
const greatestFloat = 3.4028234663852886e38;

const rows: readonly Row[] = [
  ["a string", { type: "string" }, ["", "a"], [1, true, null, [], {}]],
  ["a boolean", { type: "boolean" }, [true, false], ["true", 0, null]],
  ["a string or null", { type: "string", nullable: true }, ["a", null], [1]],
  ["a number", { type: "number" }, [1, 1.5, 1e300], ["1"]],
  ["a number of a format unknown there", { type: "number", format: "double" }, [1e300], ["1"]],
  ["a float", { type: "number", format: "float" }, [greatestFloat, -greatestFloat, 0], [3.41e38, -3.41e38]],
  ["an integer", { type: "integer" }, [0, -(2 ** 63), 2 ** 62], [1.5, "1", 2 ** 63, -(2 ** 63) - 2048]],
  ["an integer of a format unknown there", { type: "integer", format: "float" }, [1], [2 ** 63]],
  [
    "an integer of 32 bits",
    { type: "integer", format: "int32" },
    [2 ** 31 - 1, -(2 ** 31)],
    [2 ** 31, -(2 ** 31) - 1, 1.5],
  ],
  ["bounds", { type: "integer", minimum: 2, maximum: 4 }, [2, 4], [1, 5]],
  [
    "bounds that are out",
    { type: "number", minimum: 2, exclusiveMinimum: true, maximum: 4, exclusiveMaximum: true },
    [2.1, 3.9],
    [2, 4],
  ],
  ["a multiple that binary floating point cannot express", { type: "number", multipleOf: 0.1 }, [0.3, 0.7], [0.35]],
  [
    "a length in characters, not in units of UTF-16",
    { type: "string", minLength: 2, maxLength: 2 },
    ["😀a"],
    ["😀", "abc"],
  ],
  ["a pattern", { type: "string", pattern: "^a+$" }, ["aa"], ["ab"]],
  ["a pattern that Go cannot read, which holds nothing back", { type: "string", pattern: "(?=a)" }, ["b"], [1]],
  ["a format", { type: "string", format: "date-time" }, ["2026-01-01T00:00:00Z"], ["today"]],
  ["a format that is unknown", { type: "string", format: "word" }, ["b"], [1]],
  ["a format of strings elsewhere", { type: "object", format: "date-time" }, [{}], ["2026-01-01T00:00:00Z"]],
  ["an enum", { type: "string", enum: ["a", "b"] }, ["a", "b"], ["c", 1, null]],
  ["an enum or null, which is not one of its values", { type: "string", nullable: true, enum: ["a"] }, ["a"], [null]],
  ["an integer or a string", intOrString, [1, "a", "5%"], [true, 1.5, null, 2 ** 63]],
  ["an integer or a string, as API servers write it", { ...intOrString, anyOf: integerOrString }, [1, "a"], [true]],
  ["an integer or a string or null", { ...intOrString, nullable: true, anyOf: integerOrString }, [1, null], [true]],
  [
    "an integer or a string of a form",
    { ...intOrString, anyOf: integerOrString, pattern: "^[0-9]+%$" },
    [1, "5%"],
    ["five", true],
  ],
  [
    "an integer or some strings",
    { ...intOrString, anyOf: [{ type: "integer" } as object, { pattern: "^a$" }] },
    [1, "a"],
    ["b"],
  ],
  ["branches that give types", { type: "string", anyOf: [{ type: "string", minLength: 2 } as object] }, ["ab"], ["a"]],
  ["one of several", { type: "string", anyOf: [{ pattern: "^a" }, { pattern: "b$" }] }, ["ab", "a", "b"], ["c"]],
  ["exactly one", { type: "string", oneOf: [{ pattern: "^a" }, { pattern: "b$" }] }, ["a", "b"], ["ab", "c"]],
  ["all", { type: "string", allOf: [{ pattern: "^a" }, { pattern: "b$" }] }, ["ab"], ["a", "b"]],
  ["nothing of it", { type: "string", not: { anyOf: [{ enum: ["a"] }, { enum: ["b"] }] } }, ["c"], ["a", "b"]],
  ["a branch, or null", { type: "string", nullable: true, anyOf: [{ pattern: "^a" }] }, ["a", null], ["b", 1]],
  [
    "what holds for fields and items",
    {
      type: "object",
      properties: { name: { type: "string" }, zones: { type: "array", items: { type: "string" } } },
      anyOf: [{ properties: { name: { enum: ["a"] } } }, { properties: { zones: { items: { enum: ["z"] } } } }],
    },
    [
      { name: "a", zones: ["y"] },
      { name: "b", zones: ["z", "z"] },
    ],
    [{ name: "b", zones: ["z", "y"] }],
  ],
  ["required fields", { type: "object", required: ["a"] }, [{ a: 1 }], [{}, { b: 1 }]],
  ["a number of fields", { type: "object", minProperties: 1, maxProperties: 1 }, [{ a: 1 }], [{}, { a: 1, b: 2 }]],
  [
    "a map",
    { type: "object", additionalProperties: { type: "integer" } },
    [{}, { a: 1 }],
    [{ a: "1" }, { a: 1, b: "1" }, { a: "1", b: 1 }],
  ],
  ["a list", { type: "array", items: { type: "integer" }, minItems: 1, maxItems: 2 }, [[1], [1, 1]], [[], ["1"]]],
  [
    "a set",
    { type: "array", items: { type: "object" }, "x-kubernetes-list-type": "set" },
    [[], [{ a: 1 }, { b: 1 }], [{ a: [1, 2] }, { a: [2, 1] }]],
    [
      [
        { a: 1, b: 2, c: 3 },
        { c: 3, a: 1, b: 2 },
      ],
    ],
  ],
  [
    "a list with keys",
    {
      type: "array",
      items: { type: "object", properties: { name: { type: "string" }, port: { type: "integer" } } },
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name", "port"],
    },
    [[{ name: "a" }, { name: "a", port: 1 }, { port: 1 }]],
    [
      [{ name: "a" }, { name: "a" }],
      [
        { name: "a", port: 1, x: 1 },
        { port: 1, name: "a", x: 2 },
      ],
    ],
  ],
  [
    "a list of its own",
    { type: "array", items: { type: "integer" }, "x-kubernetes-list-type": "atomic" },
    [[1, 1]],
    [{}],
  ],
  ["anything", { "x-kubernetes-preserve-unknown-fields": true }, [1, "a", null, [], [[1]], {}], []],
];

describe.each(rows)("%s", (_what, schema, accepted, refused) => {
  // A copy has its own validator, compiled for this test.
  test.each(accepted.map((value) => [value]))("accepts %j", (value) => {
    expect(schemaValidator(structuredClone(schema)).faults(value)).toEqual([]);
  });

  test.each(refused.map((value) => [value]))("rejects %j", (value) => {
    expect(schemaValidator(structuredClone(schema)).accepts(value)).toBe(false);
  });
});

describe("unknown fields of the schema", () => {
  const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true } as const;
  const closed = {
    type: "object",
    properties: { a: { type: "object", properties: { b: { type: "string" } } } },
  } as const;
  const resource = { ...closed, "x-kubernetes-embedded-resource": true } as const;

  test.each<[StructuralSchema, unknown, string[]]>([
    [closed, { a: { b: "c" } }, []],
    [closed, { a: { x: 1 }, y: 2 }, ["a.x", "y"]],
    [closed, { kind: "Pod" }, ["kind"]],
    [{ type: "object" }, { x: 1 }, ["x"]],
    [{ type: "array", items: closed }, [{ x: 1 }], ["[0].x"]],
    [{ type: "object", additionalProperties: closed }, { k: { x: 1 } }, ["k.x"]],
    [open, { x: 1 }, []],
    [{ ...open, properties: { a: closed } }, { x: 1, a: { y: 1 } }, ["a.y"]],
    [resource, { apiVersion: "v1", kind: "Pod", metadata: { name: "p" }, x: 1 }, ["x"]],
    [{ "x-kubernetes-preserve-unknown-fields": true }, { x: 1 }, []],
  ])("of %j in %j are rejected: %j", (schema, value, paths) => {
    expect(
      schemaValidator(structuredClone(schema), "refused")
        .faults(value)
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(paths);
    expect(schemaValidator(structuredClone(schema)).faults(value)).toEqual([]);
  });
});

describe("the JSON Schema for a part of a structural schema", () => {
  test("uses JSON Schema keywords, and omits those without restrictions", () => {
    const inner = { type: "string", pattern: "^2" } as const;
    const field = (schema: object, ...unknownFields: ["refused"?]) =>
      placeSchemaOf({ description: "for people", ...schema }, unknownFields[0] ?? "ignored");
    expect(field({ type: "integer", minimum: 1, maximum: 9, exclusiveMaximum: true, default: 1 })).toEqual({
      ...{ type: "integer", format: "int64", minimum: 1, exclusiveMaximum: 9 },
    });
    expect(field({ ...intOrString, nullable: true, anyOf: integerOrString })).toEqual({
      ...{ type: ["integer", "string", "null"], format: "int64" },
    });
    expect(field({ type: "string", nullable: true, format: "word", anyOf: [{ minLength: 1 }] })).toEqual({
      ...{ type: ["string", "null"], if: { type: "null" }, else: { anyOf: [{ minLength: 1 }] } },
    });
    const object = { type: "object", default: {}, required: ["at"], properties: { at: inner } };
    expect(field(object)).toEqual({ type: "object", required: ["at"] });
    expect(field(object, "refused")).toEqual({
      ...{ type: "object", required: ["at"], properties: { at: {} }, additionalProperties: false },
    });
  });

  test("preserves branches with their types and formats", () => {
    const branch = { type: "string", format: "date-time", pattern: "^2", minLength: 1 } as StructuralSchema;
    const fields = { properties: { at: branch }, items: branch, not: branch };
    expect(placeSchemaOf({ allOf: [branch], anyOf: [fields], oneOf: [{}], not: fields }, "ignored")).toEqual({
      ...{ allOf: [branch], anyOf: [fields], oneOf: [{}], not: fields },
    });
    expect(placeSchemaOf({ allOf: [], anyOf: [], oneOf: [] }, "ignored")).toEqual({});
    expect(placeSchemaOf({ anyOf: [{ type: "integer", format: "word" } as StructuralSchema] }, "ignored")).toEqual({
      anyOf: [{ type: "integer", format: "int64" }],
    });
  });
});

describe("the schema compiler", () => {
  const errorsOf = (schema: object, value: unknown): string[] => {
    const validate = newAjv().compile(schema);
    return validate(value)
      ? []
      : (validate.errors ?? []).map(({ keyword, data }) => `${keyword} of ${JSON.stringify(data)}`);
  };

  test("reports all faults with their values", () => {
    expect(errorsOf({ properties: { a: { type: "string" }, b: { minimum: 2 } } }, { a: 1, b: 1 })).toEqual([
      "type of 1",
      "minimum of 1",
    ]);
  });

  test("checks only a value's own fields", () => {
    expect(errorsOf({ required: ["toString"] }, {})).toEqual(["required of {}"]);
    expect(errorsOf({ properties: { constructor: { type: "string" } } }, {})).toEqual([]);
  });

  test("handles formats, patterns and list types like Kubernetes, and ignores unknown keywords", () => {
    expect(errorsOf({ format: "date-time" }, "today")).toEqual(['format of "today"']);
    expect(errorsOf({ format: "date-time" }, 1)).toEqual([]);
    expect(errorsOf({ format: "int32" }, 2 ** 31)).toEqual([`format of ${String(2 ** 31)}`]);
    expect(errorsOf({ format: "int32" }, "a")).toEqual([]);
    expect(errorsOf({ pattern: "(?s)^a$" }, "b")).toEqual(['pattern of "b"']);
    expect(errorsOf({ pattern: "(?=a)" }, "b")).toEqual([]);
    expect(errorsOf({ multipleOf: 0.1 }, 0.3)).toEqual([]);
    expect(errorsOf({ "x-kubernetes-list-type": "set" }, [1, 1])).toEqual(["x-kubernetes-list-type of [1,1]"]);
    expect(errorsOf({ "x-kubernetes-list-type": "set" }, {})).toEqual([]);
    expect(errorsOf({ "x-more": 1, type: "string" }, "a")).toEqual([]);
  });
});
