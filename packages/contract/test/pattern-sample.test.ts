import { expect, test } from "vitest";
import { patternSample } from "../src/conversion/pattern-sample.ts";

test.each([
  ["^ami-[0-9a-f]{8,17}$", "ami-00000000"],
  ["^(?:https?|ftp)://[^/\\s]+(/.*)?$", "http://a"],
  ["^v?(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.\\d+$", "0.0.0"],
  ["^[^a-z]+$", "0"],
  ["^[]x]{2}\\.\\w\\s\\S\\D\\W$", "]].a aa-"],
  ["^a|b$", "a"],
  ["^(?P<name>x*)y+?$", "y"],
  ["^.$", "a"],
  ["^\\ba\\b$", "a"],
  ["\\Aa\\z", "a"],
  ["^\\t\\n$", "\t\n"],
  ["^[\\d]$", "0"],
  ["^x*ab?$", "a"],
  ["^x{2}$", "xx"],
  ["^x{1,}$", "x"],
  ["^x{1,3}$", "x"],
])("the shortest sample of %s", (pattern, sample) => {
  expect(patternSample(pattern, () => true)).toBe(sample);
});

test.each([
  ["^a+$", 20, "a".repeat(32)],
  ["^ab?c+$", 5, "acccc"],
  ["^x{2}y*$", 4, "xxyyy"],
  ["^x{1,3}$", 3, "xxx"],
])("a sample of %s with a minimum length of %i", (pattern, least, sample) => {
  expect(patternSample(pattern, ({ length }) => length >= least)).toBe(sample);
});

test("each repetition is tried with its minimum plus one", () => {
  expect(patternSample("^ax+$", ({ length }) => length === 3)).toBe("axx");
});

test.each([
  ["a lookahead, which Go refuses", "^(?=a)$"],
  ["an escape that is not supported", "^\\x41$"],
  ["no character that it tries", "^[\\x{4e00}-\\x{4e01}]$"],
])("a pattern with %s has no sample", (_what, pattern) => {
  expect(patternSample(pattern, () => true)).toBeUndefined();
});

test("a pattern whose matches are shorter than required has no sample", () => {
  expect(patternSample("^[a-z]$", ({ length }) => length >= 2)).toBeUndefined();
});
