import {
  definedFields,
  deepFreeze,
  fieldsAt,
  isJsonObject,
  jsonEqual,
  listAt,
  objectAt,
  optional,
  textAt,
  without,
} from "@capstan/kube";
import fc from "fast-check";
import { expect, test } from "vitest";

test("JSON values are equal if their strings are equal, except for field order", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      expect(jsonEqual(one, JSON.parse(JSON.stringify(one)))).toBe(true);
      if (JSON.stringify(one) === JSON.stringify(other)) expect(jsonEqual(one, other)).toBe(true);
      expect(jsonEqual({ one, other }, { other, one })).toBe(true);
      expect(jsonEqual(one, other)).toBe(jsonEqual(other, one));
    }),
  );
});

test.each([
  [{ a: undefined }, {}, true],
  [{ a: undefined }, { b: undefined }, true],
  [{ a: null }, {}, false],
  [{ constructor: undefined }, {}, true],
  [{}, { toString: 1 }, false],
  [[1, 2], [2, 1], false],
  [[], {}, false],
  [0, false, false],
])("%j and %j: %s", (one, other, areEqual) => {
  expect(jsonEqual(one, other)).toBe(areEqual);
});

test("parts of an unknown object are found by path, or are undefined", () => {
  const value = { spec: { name: "a", list: [1], more: {} } };
  expect(objectAt(value, "spec", "more")).toEqual({});
  expect([objectAt(value, "spec", "name"), objectAt(undefined, "spec")]).toEqual([undefined, undefined]);
  expect(fieldsAt(value, "status")).toEqual({});
  expect([textAt(value, "spec", "name"), textAt(value, "spec", "list")]).toEqual(["a", undefined]);
  expect([listAt(value, "spec", "list"), listAt(value, "spec", "name")]).toEqual([[1], []]);
  expect([{}, [], null, new Uint8Array(), "x"].map(isJsonObject)).toEqual([true, false, false, false, false]);
});

test("fields are omitted by name or if they have no value", () => {
  const fields = { a: 1, b: undefined };
  expect(definedFields(fields)).toStrictEqual({ a: 1 });
  expect([optional("a", 1), optional("a", undefined)]).toStrictEqual([{ a: 1 }, {}]);
  expect(without({ a: 1, b: 2 }, "b")).toStrictEqual({ a: 1 });
  const same = { a: 1, b: 2 };
  expect(without<{ a: number; b: number; c?: number }, "c">(same, "c")).toBe(same);
});

test("a frozen value is frozen at every depth", () => {
  const value = deepFreeze({ list: [{ a: 1 }] });
  expect([value, value.list, value.list[0]].every((part) => Object.isFrozen(part))).toBe(true);
});
