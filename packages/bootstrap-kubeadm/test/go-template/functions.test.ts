import { describe, expect, test } from "vitest";
import { call } from "../../src/go-template/functions.ts";
import { CallError } from "../../src/go-template/model/call-error.ts";
import { GoFloat, isTrue, typeName, type Value } from "../../src/go-template/model/value.ts";

const map = { a: 1 };

describe("a function", () => {
  test.each<[string, Value[], Value]>([
    ["eq", [new GoFloat(1), new GoFloat(1)], true],
    ["eq", [new GoFloat(1), new GoFloat(1.5)], false],
    ["eq", [undefined, null], true],
    ["eq", [null, 1], false],
    ["eq", [1, null], false],
    ["eq", [1, 2, 1], true],
    ["index", [map, "a"], 1],
    ["index", [map, "toString"], undefined],
    ["index", ["ab", 1], 98],
    ["slice", ["ab", 1, 2], "b"],
    ["slice", ["ab", 2, 2], ""],
    ["len", [map], 1],
  ])("%s of %j is %j", (name, values, result) => {
    expect(call(name, values)).toBe(result);
  });

  test.each<[string, Value[]]>([
    ["eq", [map, map]],
    ["eq", [map, 1]],
    ["eq", [1, map]],
    ["eq", [1, new GoFloat(1)]],
    ["index", ["ab", "length"]],
    ["index", ["ab", 2]],
    ["index", [null, "a"]],
    ["slice", ["ab", 0, 3]],
    ["slice", ["ab", -1, 1]],
    ["slice", ["ab", 2, 1]],
    ["len", [1]],
    ["not", []],
    ["not", [1, 2]],
    ["printf", [1]],
    ["call", [1]],
    ["nothing", []],
  ])("%s rejects %j", (name, values) => {
    expect(() => call(name, values)).toThrow(CallError);
  });
});

test.each<[Value, boolean, string]>([
  [undefined, false, "<nil>"],
  [null, false, "<nil>"],
  [0, false, "int"],
  [1, true, "int"],
  [new GoFloat(0), false, "float64"],
  [new GoFloat(0.5), true, "float64"],
  ["", false, "string"],
  ["0", true, "string"],
  [false, false, "bool"],
  [{}, false, "map[string]interface {}"],
  [{ a: 0 }, true, "map[string]interface {}"],
])("%j is %s in a condition, and of type %s", (value, is, type) => {
  expect(isTrue(value)).toBe(is);
  expect(typeName(value)).toBe(type);
});
