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

describe("external JSON", () => {
  test.each([lists, objects])("is read up to the depth limit of the API server (%#)", (nested) => {
    expect(stringifyJson(parseJson(nested(limit)))).toBe(nested(limit));
    expect(problemOf(() => parseJson(nested(limit + 1)))).toBe("JSON: it is nested deeper than 10000 levels");
  });

  test("is refused by depth before it is parsed: a million unclosed brackets", () => {
    expect(problemOf(() => parseJson("[".repeat(1_000_000)))).toBe("JSON: it is nested deeper than 10000 levels");
  });

  test("may have brackets and commas in strings, with any escapes", () => {
    const text = JSON.stringify({ brackets: "[{,".repeat(20), escaped: '\\"[\\\\', ends: "\\" });
    expect(parseJson(text, { depth: 1, values: 4 })).toEqual(JSON.parse(text));
  });

  test("counts its values against the limit", () => {
    expect(parseJson('{"a":[1,2],"b":{}}', { values: 8 })).toEqual({ a: [1, 2], b: {} });
    expect(problemOf(() => parseJson(`[${"1,".repeat(100)}1]`, { values: 100 }))).toBe(
      "JSON: it has more than 100 values",
    );
  });

  test("is reported without its content if it is invalid", () => {
    expect(problemOf(() => parseJson("hunter2"))).toBe("JSON: it is not JSON");
    for (const text of ["", '"', '{"a":"', "[", "]", "\\"])
      expect(problemOf(() => parseJson(text))).toBe("JSON: it is not JSON");
  });

  test("is parsed as by JSON.parse", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        expect(parseJson(text)).toEqual(JSON.parse(text));
        expect(stringifyJson(parseJson(text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });
});

describe("at the maximum depth, JSON", () => {
  const value = (): unknown => parseJson(`{"lists":${lists(limit - 1)},"objects":${objects(limit - 1)}}`);

  test("is copied", () => {
    const original = value();
    const copy = deepCopy(original);
    expect(stringifyJson(copy)).toBe(stringifyJson(original));
    (copy as { lists: unknown[] }).lists.push("changed");
    expect(stringifyJson(original)).not.toContain("changed");
  });

  test("is compared", () => {
    expect(jsonEqual(value(), value())).toBe(true);
    expect(jsonEqual(parseJson(objects(limit)), parseJson(objects(limit).replace("1", "2")))).toBe(false);
    expect(jsonEqual(parseJson(objects(limit)), parseJson(objects(limit).replace("1", "null")))).toBe(false);
  });

  test("is frozen", () => {
    const frozen = deepFreeze(value());
    let inner: unknown = (frozen as { objects: unknown }).objects;
    let depth = 0;
    for (; typeof inner === "object" && inner !== null; inner = (inner as { a: unknown }).a) {
      if (!Object.isFrozen(inner)) break;
      depth += 1;
    }
    expect(depth).toBe(limit - 1);
  });

  test("is written as by JSON.stringify, which omits or replaces undefined values", () => {
    const filled = { deep: value(), none: undefined, list: [undefined, "é\n", 1.5, true, null] };
    const { deep, ...rest } = filled;
    expect(stringifyJson(filled)).toBe(`{"deep":${stringifyJson(deep)},${JSON.stringify(rest).slice(1)}`);
  });
});
