import { deepCopy, deepFreeze, isMalformedText, jsonEqual, parseJson, stringifyJson } from "@capstan/kube";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const lists = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);
const objects = (depth: number): string => '{"a":'.repeat(depth) + "1" + "}".repeat(depth);
/** As in the API server. */
const limit = 10_000;

function problemOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (isMalformedText(error)) return `${error.form}: ${error.message}`;
    throw error;
  }
  return "none";
}

describe("JSON from outside", () => {
  test.each([lists, objects])("is read as deep as the API server reads it, and not deeper (%#)", (nested) => {
    expect(stringifyJson(parseJson(nested(limit)))).toBe(nested(limit));
    expect(problemOf(() => parseJson(nested(limit + 1)))).toBe("JSON: it is nested deeper than 10000 levels");
  });

  test("is refused by its depth before anything is made of it: a million brackets that never close", () => {
    expect(problemOf(() => parseJson("[".repeat(1_000_000)))).toBe("JSON: it is nested deeper than 10000 levels");
  });

  test("brackets and commas in strings are counted for nothing, whatever is escaped there", () => {
    const text = JSON.stringify({ brackets: "[{,".repeat(20), escaped: '\\"[\\\\', ends: "\\" });
    expect(parseJson(text, { depth: 1, values: 4 })).toEqual(JSON.parse(text));
  });

  test("values are counted as they are in the text", () => {
    expect(parseJson('{"a":[1,2],"b":{}}', { values: 8 })).toEqual({ a: [1, 2], b: {} });
    expect(problemOf(() => parseJson(`[${"1,".repeat(100)}1]`, { values: 100 }))).toBe(
      "JSON: it has more than 100 values",
    );
  });

  test("is reported without its text if it is not JSON", () => {
    expect(problemOf(() => parseJson("hunter2"))).toBe("JSON: it is not JSON");
    for (const text of ["", '"', '{"a":"', "[", "]", "\\"])
      expect(problemOf(() => parseJson(text))).toBe("JSON: it is not JSON");
  });

  test("is what JSON.parse makes of it", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        expect(parseJson(text)).toEqual(JSON.parse(text));
        expect(stringifyJson(parseJson(text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });
});

describe("what works on JSON of the depth that is read", () => {
  const value = (): unknown => parseJson(`{"lists":${lists(limit - 1)},"objects":${objects(limit - 1)}}`);

  test("copies it", () => {
    const original = value();
    const copy = deepCopy(original);
    expect(stringifyJson(copy)).toBe(stringifyJson(original));
    (copy as { lists: unknown[] }).lists.push("changed");
    expect(stringifyJson(original)).not.toContain("changed");
  });

  test("compares it", () => {
    expect(jsonEqual(value(), value())).toBe(true);
    expect(jsonEqual(parseJson(objects(limit)), parseJson(objects(limit).replace("1", "2")))).toBe(false);
    expect(jsonEqual(parseJson(objects(limit)), parseJson(objects(limit).replace("1", "null")))).toBe(false);
  });

  test("freezes it", () => {
    const frozen = deepFreeze(value());
    let inner: unknown = (frozen as { objects: unknown }).objects;
    let depth = 0;
    for (; typeof inner === "object" && inner !== null; inner = (inner as { a: unknown }).a) {
      if (!Object.isFrozen(inner)) break;
      depth += 1;
    }
    expect(depth).toBe(limit - 1);
  });

  test("writes what JSON.stringify writes, where that leaves out or replaces what is undefined", () => {
    const filled = { deep: value(), none: undefined, list: [undefined, "é\n", 1.5, true, null] };
    const { deep, ...rest } = filled;
    expect(stringifyJson(filled)).toBe(`{"deep":${stringifyJson(deep)},${JSON.stringify(rest).slice(1)}`);
  });
});
