import Type from "typebox";
import { expect, test } from "vitest";
import { withoutEmpty } from "../../../src/api/conversion/without-empty.ts";

const inner = Type.Object({ b: Type.Optional(Type.String()) }, { minProperties: 1 });
const schema = Type.Object({
  section: Type.Optional(inner),
  free: Type.Optional(Type.Object({ b: Type.Optional(Type.String()) })),
  list: Type.Optional(Type.Array(inner, { minItems: 1 })),
  lists: Type.Optional(Type.Array(Type.Array(Type.String(), { minItems: 1 }))),
});

test.each<[string, object, object]>([
  ["a section without fields", { section: {}, free: {} }, { free: {} }],
  ["a list without items", { list: [], lists: [] }, { lists: [] }],
  ["items without fields, and then the list", { list: [{}] }, {}],
  ["items that are empty lists", { lists: [[], ["a"]] }, { lists: [["a"]] }],
  ["nothing else", { section: { b: "" }, list: [{ b: "" }] }, { section: { b: "" }, list: [{ b: "" }] }],
  ["nothing that the schema does not know", { other: {}, others: [] }, { other: {}, others: [] }],
  ["nothing of another type than the schema has", { section: "", list: null }, { section: "", list: null }],
  ["nothing of what should be a section", { section: null, free: "ab" }, { section: null, free: "ab" }],
])("%s is omitted", (_what, value, left) => {
  expect(withoutEmpty(value, schema)).toEqual(left);
});

test("the top-level value is kept even if it is empty", () => {
  expect(withoutEmpty({}, inner)).toEqual({});
});
