import Type from "typebox";
import { describe, expect, test } from "vitest";
import { fitted, isComplete } from "../src/conversion/fitted.ts";
import { type StructuralSchema } from "../src/index.ts";

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

/** The fitted value, with stand-ins for required fields. */
const left = (value: unknown) => fitted(value, schema, "stood in for");

describe("fitting a value to a schema", () => {
  test("returns a valid value unchanged", () => {
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
  ])("drops %s", (_what, more, rest) => {
    expect(left({ ...whole, ...more })).toMatchObject({ value: { ...whole, ...rest }, standsIn: false });
    expect(left({ ...whole, ...more }).value).toEqual({ ...whole, ...rest });
  });

  test.each<[string, object, object]>([
    ["a string", { cluster: "" }, { cluster: "unrepresentable.invalid" }],
    ["a reference, no half of which is left", { ref: { group: "a", name: "?watch=true" } }, { ref: nothing }],
    ["what is missing", { ref: undefined }, { ref: nothing }],
  ])("puts a stand-in for %s where a value is required", (_what, wrong, stood) => {
    const value = JSON.parse(JSON.stringify({ ...whole, note: "abc", ...wrong })) as unknown;
    expect(left(value)).toMatchObject({ value: { ...whole, note: "abc", ...stood }, standsIn: true });
  });

  test("drops an optional value as a whole, and replaces a required one with a stand-in", () => {
    for (const value of [7, null, [], { cluster: "c" }])
      expect(fitted(value, schema, "left out").value).toBeUndefined();
    expect(left(7).value).toEqual({ cluster: "unrepresentable.invalid", ref: nothing });
  });

  test("may keep an object without a required field, but no invalid field", () => {
    const { faults, ...rest } = fitted({ note: "long" }, schema, "ignored");
    expect(rest).toEqual({ value: {}, standsIn: false });
    expect(faults).toHaveLength(1);
    const half = { ref: { group: "a" } };
    expect(fitted(half, schema, "ignored")).toEqual({ value: half, faults: [], standsIn: false });
    expect(isComplete({ ...whole, note: "long" }, schema)).toBe(true);
    expect(isComplete({ note: "long" }, schema)).toBe(false);
  });

  test.each<[string, StructuralSchema, unknown, unknown]>([
    [
      "of each item",
      { type: "array", items: { type: "object", required: ["a"] } },
      [{ a: 1 }, { a: null }],
      [{ a: 1 }, { b: 1 }],
    ],
    [
      "of each entry of a map",
      { type: "object", additionalProperties: { type: "object", required: ["a"] } },
      { x: { a: 1 }, y: { a: 2 } },
      { x: { a: 1 }, y: {} },
    ],
    [
      "of all combined schemas",
      { type: "object", required: ["a"], allOf: [{ required: ["b"], allOf: [{ required: ["c"] }] }] },
      { a: 1, b: 1, c: 1 },
      { a: 1, b: 1 },
    ],
    ["of the object besides those", { type: "object", required: ["a"], allOf: [{}] }, { a: 1 }, {}],
    ["without those of alternatives", { type: "object", anyOf: [{ required: ["a"] }], required: ["b"] }, { b: 1 }, {}],
    ["of a list without a schema of its items", { type: "object", required: ["a"] }, [[{}]], {}],
  ])("a value is complete with the required fields %s", (_what, of, complete, incomplete) => {
    expect(isComplete(complete, of)).toBe(true);
    expect(isComplete(incomplete, of)).toBe(false);
  });

  test.each<[string, object, object, object]>([
    [
      "an object",
      Type.Object({ deep: Type.Object({ ref: reference, kept: Type.Optional(Type.Boolean()) }) }),
      { deep: { ref: { group: "a" }, kept: true } },
      { deep: { ref: nothing, kept: true } },
    ],
    [
      "a list",
      Type.Object({ of: Type.Object({ name: Type.String({ minLength: 1 }), tags: Type.Array(Type.String()) }) }),
      { of: { name: "", tags: ["a"] } },
      { of: { name: "unrepresentable.invalid", tags: ["a"] } },
    ],
  ])(
    "keeps the rest of a required object that has %s, with a stand-in only for the fault",
    (_what, of, value, rest) => {
      expect(fitted(value, of, "stood in for")).toMatchObject({ value: rest, standsIn: true });
    },
  );

  test("keeps the complete items of a list and drops the others without stand-ins", () => {
    const disk = Type.Object({ name: Type.String(), of: Type.Object({ deep: Type.Object({ ref: reference }) }) });
    const list = Type.Object({ disks: Type.Array(disk) });
    const complete = { name: "a", of: { deep: { ref } } };
    expect(fitted({ disks: [complete, { name: "b", of: { deep: {} } }] }, list, "stood in for")).toMatchObject({
      value: { disks: [complete] },
      standsIn: false,
    });
  });

  test("keeps the valid items of a list, regardless of the number of invalid ones", () => {
    const names = [...Array.from({ length: 300 }, () => ""), "a"];
    const list = Type.Object({ names: Type.Array(Type.String({ minLength: 1 })) });
    expect(fitted({ names }, list, "left out").value).toEqual({ names: ["a"] });
  });

  test("handles names that every JavaScript object inherits like other names", () => {
    const value = JSON.parse(
      '{"cluster":"c","ref":{"group":"a","name":"b"},"labels":{"__proto__":"1","toString":"2"}}',
    ) as unknown;
    expect(Object.keys((left(value).value as { labels: object }).labels)).toEqual(["__proto__"]);
    const lists = Type.Record(Type.String(), Type.Array(Type.Integer(), { maxItems: 1 }));
    expect(fitted({ toString: [1, 2] }, lists, "left out").value).toEqual({ toString: [1] });
  });
});
