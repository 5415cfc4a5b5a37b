import fc from "fast-check";
import { expect, test } from "vitest";
import { deepCopy } from "@capstan/kube";

test("a copy equals the result of structuredClone, for all JSON", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const copy = deepCopy<unknown>(value);
      expect(copy).toStrictEqual(structuredClone(value));
      expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
    }),
  );
});

test("changing a copy does not change its original, at any depth", () => {
  const original = { metadata: { labels: { a: "1" } }, status: { conditions: [{ type: "Ready" }] } };
  const copy = deepCopy<typeof original>(original);
  copy.metadata.labels.a = "2";
  copy.status.conditions.push({ type: "Available" });
  copy.status.conditions[0] = { type: "Paused" };
  expect(original).toEqual({ metadata: { labels: { a: "1" } }, status: { conditions: [{ type: "Ready" }] } });
});

test("a key __proto__ is copied as a key, and undefined properties are kept", () => {
  const annotations = JSON.parse('{"__proto__": {"polluted": true}}') as object;
  const copy = deepCopy<Record<string, unknown>>({ annotations, absent: undefined });
  expect(Object.getPrototypeOf(copy.annotations)).toBe(Object.prototype);
  expect(JSON.stringify(copy.annotations)).toBe('{"__proto__":{"polluted":true}}');
  expect(Object.keys(copy)).toEqual(["annotations", "absent"]);
});
