import fc from "fast-check";
import { expect, test } from "vitest";
import { cutManagedFields } from "../src/client/cut-managed-fields.ts";

function cut(text: string): string {
  const bytes = Buffer.from(`before${text}after`);
  const end = cutManagedFields(bytes, 6, bytes.length - 5);
  return bytes.toString("utf8", 6, end);
}

const fields = [
  { manager: "m", fieldsV1: { "f:spec": { 'k:{"name":"a]}"}': { ".": {} }, 'v:"\\"': {} } } },
  { manager: "n", fieldsV1: { "f:metadata": {} } },
];

test.each([
  ["the last field", { name: "a", managedFields: fields }],
  ["the first field", { managedFields: fields, name: "a" }],
  ["the only field", { managedFields: fields }],
  ["a field in the middle", { labels: { 'a":{[': '"managedFields":[' }, managedFields: fields, name: "a" }],
])("managedFields are removed from the metadata as %s", (_where, metadata) => {
  const event = { type: "ADDED", object: { kind: "K", list: [[1], {}], metadata, data: { a: "ä\u2028\\" } } };
  const { managedFields, ...rest } = metadata;
  expect(managedFields).toBe(fields);
  expect(JSON.parse(cut(JSON.stringify(event)))).toEqual({ ...event, object: { ...event.object, metadata: rest } });
});

test.each([
  { type: "ADDED", object: { metadata: { name: "a" }, spec: { managedFields: fields } } },
  { type: "ADDED", object: { spec: { metadata: { managedFields: fields } }, metadata: { name: "a" } } },
  { type: "ADDED", other: { metadata: { managedFields: fields } } },
  { type: "ADDED", object: { metadata: { annotations: { managedFields: fields } } } },
  // as long as the names that matter
  { type: "ADDED", status: { metadata: { managedFields: fields } } },
  { type: "ADDED", object: { template: { managedFields: fields } } },
  // names with the same ending as the names that matter
  { type: "ADDED", object: { metadata: { 'x"managedFields': [1], name: "a" } } },
  { type: "ADDED", object: { 'x"metadata': { managedFields: [1], name: "a" } } },
  { type: "ADDED", 'x"object': { metadata: { managedFields: [1], name: "a" } } },
  { type: "ADDED", object: [{ metadata: { managedFields: fields } }] },
  { type: "ADDED", object: { metadata: [{ managedFields: fields }] } },
  { type: "ADDED", object: { metadata: { name: '"metadata":{"managedFields":[1]' }, managedFields: [1] } },
])("a field of the same name elsewhere is unchanged: %j", (event) => {
  const text = JSON.stringify(event);
  expect(cut(text)).toBe(text);
});

test("any event stays the same except for the managedFields of its metadata", () => {
  const json = fc.jsonValue({ maxDepth: 2 });
  const names = ["object", "metadata", "managedFields", "name"].flatMap((name) => [name, `x"${name}`, `x,"${name}`]);
  const name = fc.constantFrom(...names, "\\");
  const value = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      json,
      fc.dictionary(name, tie("value"), { maxKeys: 3 }),
      fc.array(tie("value"), { maxLength: 3 }),
    ),
  })).value;
  let cuts = 0;
  fc.assert(
    fc.property(value, value, fc.dictionary(name, value), fc.boolean(), (first, fieldsOf, rest, isFirst) => {
      const managed = { managedFields: [fieldsOf] };
      const others = Object.fromEntries(Object.entries(rest).filter(([key]) => key !== "managedFields"));
      const metadata = isFirst ? { ...managed, ...others } : { ...others, ...managed };
      const event = { type: "ADDED", object: { spec: first, metadata } };
      const text = JSON.stringify(event);
      const left = cut(text);
      if (left === text) return;
      cuts += 1;
      expect(JSON.parse(left)).toEqual(
        JSON.parse(JSON.stringify({ ...event, object: { spec: first, metadata: others } })),
      );
    }),
    { numRuns: 100 },
  );
  expect(cuts).toBeGreaterThan(0);
});

test("input that is not JSON is unchanged", () => {
  for (const text of ['{"object":{"metadata":{"managedFields":[{', '{"object":{"metadata":{"managedFields":["', "{"]) {
    expect(cut(text)).toBe(text);
  }
});
