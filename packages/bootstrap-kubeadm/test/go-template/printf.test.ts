import { describe, expect, test } from "vitest";
import { GoFloat, type Value } from "../../src/go-template/model/value.ts";
import { sprintf } from "../../src/go-template/printf/sprintf.ts";
import { goAnswers } from "./go-answers.ts";

const half = new GoFloat(1.5);

/** Directives from the documentation of Go's fmt, with its output. */
describe("printf", () => {
  test.each<[string, Value, string]>([
    ["%f", half, "1.500000"],
    ["%F", half, "1.500000"],
    ["%e", half, "1.500000e+00"],
    ["%E", half, "1.500000E+00"],
    ["%g", half, "1.5"],
    ["%G", new GoFloat(1e30), "1E+30"],
    ["%x", half, "0x1.8p+00"],
    ["%X", half, "0X1.8P+00"],
    ["%b", half, "6755399441055744p-52"],
    ["%g", new GoFloat(999_999), "999999"],
    ["%g", new GoFloat(1_000_000), "1e+06"],
    ["%g", new GoFloat(0.0001), "0.0001"],
    ["%g", new GoFloat(0.000_01), "1e-05"],
    ["%g", new GoFloat(-0), "-0"],
    ["%.0e", new GoFloat(9.5), "1e+01"],
    ["%.1e", new GoFloat(9.96), "1.0e+01"],
    ["%.0f", new GoFloat(2.5), "2"],
    ["%.0f", new GoFloat(3.5), "4"],
    ["%.3g", new GoFloat(1234.5), "1.23e+03"],
    ["%.3g", new GoFloat(123), "123"],
    ["%08.2f", new GoFloat(-1.5), "-0001.50"],
    ["%-8.2f|", half, "1.50    |"],
    ["%+.1f", half, "+1.5"],
    ["% .1f", half, " 1.5"],
    ["%#.0f", new GoFloat(2), "2."],
    ["%#g", new GoFloat(1), "1.00000"],
    ["%#g", new GoFloat(0), "0.00000"],
    ["%#g", new GoFloat(1e20), "1.00000e+20"],
    ["%6.1f", new GoFloat(-1.5), "  -1.5"],
    ["%+w", 5, "%!w(int=5)"],
    ["%d", half, "%!d(float64=1.5)"],
    ["%t", true, "true"],
    ["%5t", false, "false"],
    ["%q", "a", '"a"'],
    ["%v", null, "<nil>"],
    ["%d", null, "%!d(<nil>)"],
    ["%T", half, "float64"],
    ["%T", null, "<nil>"],
    ["%#x", new GoFloat(3.5), "0x1.c000p+01"],
    ["%#X", new GoFloat(3.5), "0X1.CP+01"],
    ["%#x", new GoFloat(1.875), "0x1.e000p+00"],
    ["%#x", "", ""],
    ["%+q", "\u{10000}", String.raw`"\U00010000"`],
    ["%.3f", new GoFloat(2_251_799_813_685_248.5), "2251799813685248.500"],
    ["%.3x", new GoFloat(0), "0x0.000p+00"],
    ["%U", 233, "U+00E9"],
    ["%#U", 233, "U+00E9 'é'"],
    ["%c", 233, "é"],
    ["%O", 8, "0o10"],
    ["%#o", 8, "010"],
    ["%x", -255, "-ff"],
  ])("%s of %j is %s", (format, value, written) => {
    expect(sprintf(format, [value])).toBe(written);
  });
});

describe("printf uses widths, precisions and values from the positions in the format", () => {
  test.each<[string, readonly Value[], string]>([
    ["%*d", [5, 1], "    1"],
    ["%*d|", [-5, 1], "1    |"],
    ["%*d", ["a", 1], "%!(BADWIDTH)1"],
    ["%*d", ["5", 3], "%!(BADWIDTH)3"],
    ["%.[1d", [5], "%!d(BADINDEX)"],
    ["%*d", [1_000_001, 1], "%!(BADWIDTH)1"],
    ["%*d", [0, 1], "1"],
    ["%.*f", [2, half], "1.50"],
    ["%.*f", [0, half], "2"],
    ["%.*f", [-1, half], "%!(BADPREC)1.500000"],
    ["%.*f", ["a", half], "%!(BADPREC)1.500000"],
    ["%[2]d %[1]d", [1, 2], "2 1"],
    ["%[2]*[1]d", [1, 3], "  1"],
    ["%[3]*.[2]*[1]f", [half, 2, 6], "  1.50"],
    ["%[2]d %d", [1, 2], "2 %!d(MISSING)"],
    ["%[1]d %d", [1, 2], "1 2"],
    ["%[0]d", [1], "%!d(BADINDEX)"],
    ["%[2]d %d", [1], "%!d(BADINDEX) 1"],
    ["%[x]d", [1], "%!d(BADINDEX)"],
    ["%[1]5d", [1], "%!d(BADINDEX)"],
    ["%[1].2f", [half], "%!f(BADINDEX)"],
    ["%[12", [1], "%!(NOVERB)"],
    ["%[]", [1], "%!](BADINDEX)"],
    ["%[]d", [1], "%!d(BADINDEX)"],
    ["%.[1][2]f", [half, half], "%![(float64=2)2]f"],
    ["%[1][2]d", [1, 2], "%![(int=1)2]d"],
    ["%[x][1]d", [1], "%!d(BADINDEX)"],
    ["%[ 1]d", [7], "%!d(BADINDEX)"],
    ["%[99999999][1]d", [1], "%!d(BADINDEX)"],
    ["%d", [1, undefined], "1%!(EXTRA <nil>)"],
    ["%d %d", [1], "1 %!d(MISSING)"],
    ["%d", [1, "a", null], "1%!(EXTRA string=a, <nil>)"],
    ["%", [], "%!(NOVERB)"],
    ["%5", [], "%!(NOVERB)"],
    ["100%%", [], "100%"],
    ["%!", [1], "%!!(int=1)"],
    ["%é", [1], "%!é(int=1)"],
    ["%.", [1], "%!.(int=1)"],
    ["%10000010d", [1], "%!(NOVERB)%!(EXTRA int=1)"],
  ])("%s of %j is %s", (format, values, written) => {
    expect(sprintf(format, values)).toBe(written);
  });
});

/** A template with a single directive, as the arguments of printf. */
function directiveOf(template: string): readonly [format: string, value: Value] {
  const [, format = "", literal = ""] = /^\{\{printf ("(?:[^"\\]|\\.)*") (.*)\}\}$/.exec(template) ?? [];
  const number = Number(literal);
  const value = literal.startsWith('"')
    ? (JSON.parse(literal) as string)
    : /[.e]/.test(literal)
      ? new GoFloat(number)
      : number;
  return [JSON.parse(format) as string, value];
}

describe("printf writes the same as Go's with", () => {
  const groups = Map.groupBy(goAnswers("directives"), ({ template }) => directiveOf(template)[0]);

  test.each([...groups])("%j", (format, answers) => {
    for (const { template, go } of answers) {
      expect({ output: sprintf(format, [directiveOf(template)[1]]) }, template).toEqual(go);
    }
  });
});

describe("printf writes up to 1 MiB, and supports a width of a million", () => {
  test.each<[string, readonly Value[], number]>([
    ["%s", ["a".repeat(1 << 20)], 1 << 20],
    ["%*d", [1_000_000, 1], 1_000_000],
  ])("with %s", (format, values, length) => {
    expect(sprintf(format, values).length).toBe(length);
  });

  test.each<[string, Value]>([
    ["%s", "a".repeat((1 << 20) + 1)],
    ["%10000009d", 1],
  ])("and rejects more, with %s", (format, value) => {
    expect(() => sprintf(format, [value])).toThrow("printf writes more than 1 MiB");
  });
});

describe("a map is printed", () => {
  test.each<[string, Value, string]>([
    ["%v", { b: 1, a: "x" }, "map[a:x b:1]"],
    ["%v", { a: null, b: undefined, c: {} }, "map[a:<nil> b:<nil> c:map[]]"],
    ["%#v", { a: "x", b: 1, c: null }, 'map[string]interface {}{"a":"x", "b":1, "c":interface {}(nil)}'],
    ["%d", { a: 1 }, "map[%!d(string=a):1]"],
    ["%d", { a: null, b: undefined }, "map[%!d(string=a):<nil> %!d(string=b):<nil>]"],
    ["%T", { a: 1 }, "map[string]interface {}"],
    ["%w", { a: 1 }, "%!w(map[string]interface {}=map[a:1])"],
    ["%5v", null, "<nil>"],
    ["%6v", null, " <nil>"],
    ["%v", undefined, "<nil>"],
  ])("with %s: %j", (format, value, written) => {
    expect(sprintf(format, [value])).toBe(written);
  });

  test("without its address, which varies", () => {
    expect(() => sprintf("%p", [{ a: 1 }])).toThrow("printf writes an address");
  });
});
