import {
  isMalformedText,
  parseLenientYaml,
  parseManifests,
  parseYaml,
  type YamlPlace,
  yamlPlaces,
} from "@capstan/kube";
import { describe, expect, test } from "vitest";

const read = (text: string): unknown => parseLenientYaml(text).value;

function problemOf(text: string, parse: (text: string) => unknown): string {
  try {
    parse(text);
  } catch (error) {
    if (isMalformedText(error)) return error.message;
    throw error;
  }
  return "none";
}

// What each of these is was printed by sigs.k8s.io/yaml 1.6.0; npm run compare -- yaml compares more.
describe("YAML is read as sigs.k8s.io/yaml reads it", () => {
  test.each([
    [
      "booleans of YAML 1.1",
      "[yes, No, ON, off, y, N, True, yEs]",
      [true, false, true, false, true, false, true, "yEs"],
    ],
    ["octal numbers", "[0400, 0o400, -0o17, 08, 0b11, 0B1, +0x1F]", [256, 256, -15, 8, 3, 1, 31]],
    ["underscores", "[1_000, 1_0.5, 1_, _1]", [1000, 10.5, 1, "_1"]],
    ["decimal numbers", "[1e3, 1., .5, -.5, 1e400, 1e]", [1000, 1, 0.5, -0.5, "1e400", "1e"]],
    ["numbers beyond 64 bits", "[18446744073709551616, 0x10000000000000000]", [2 ** 64, "0x10000000000000000"]],
    [
      "times and dates",
      "[12:30, 1:30:00, 2001-01-01, 2001-1-1T1:2:3Z]",
      ["12:30", "1:30:00", "2001-01-01", "2001-1-1T1:2:3Z"],
    ],
    ["tags", '[!!int "3", !!float 1, !!str 1, ! 1, !x 1, !!binary aGk=]', [3, 1, "1", "1", "1", "hi"]],
    [
      "keys that are not strings",
      "{1: a, 0x10: b, yes: c, 1.5: d, 1e6: e}",
      { 1: "a", 16: "b", true: "c", 1.5: "d", "1e+06": "e" },
    ],
    ["the key __proto__", "__proto__: 1", JSON.parse('{"__proto__":1}')],
    [
      "merged keys, of which later ones win",
      "a: &a {x: 1}\nb: {<<: *a, x: 2}\nc: {x: 3, <<: *a}",
      { a: { x: 1 }, b: { x: 2 }, c: { x: 1 } },
    ],
    [
      "merged lists, of which earlier ones win",
      "- &a {x: 1}\n- &b {x: 2, z: 2}\n- {<<: [*a, *b]}",
      [{ x: 1 }, { x: 2, z: 2 }, { x: 1, z: 2 }],
    ],
    ["a quoted <<", "'<<': 1", { "<<": 1 }],
    ["a block that ends the text", "a: |\n  x\n  y", { a: "x\ny" }],
    ["a folded block that ends the text", "a: >+\n  x\n  y", { a: "x y" }],
    ["a block before a line end", "a: |\n  x\n", { a: "x\n" }],
    ["brackets that are not indented", "a: {\n  b: [\n  1\n]\n}\n", { a: { b: [1] } }],
    ["quotes that are not indented", 'a:\n  b: "x\n y"\n', { a: { b: "x y" } }],
    ["a document before another", "a: 1\n---\nb: [", { a: 1 }],
    ["nothing", "# nothing\n", undefined],
  ])("%s", (_what, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test.each([
    ["a null key", "{~: 1}"],
    ["a list as a key", "{[a]: 1}"],
    ["a number that JSON does not have", "[.inf]"],
    ["a tag that the scalar does not match", "!!int a"],
    ["a merged string", "a: &a x\nb: {<<: *a}"],
    ["a mapping that merges itself", "&a {<<: *a}"],
  ])("%s is refused", (_what, text) => {
    expect(problemOf(text, read)).toMatch(/^line \d: /);
  });

  test("a value that another one replaces may be any value", () => {
    expect(read("a: .nan\na: 1")).toEqual({ a: 1 });
    expect(read("a: {~: 1}\na: 1")).toEqual({ a: 1 });
  });

  test("strictly, no key may be set again, even if it was merged", () => {
    expect(problemOf("a: 1\na: 2", parseYaml)).toBe("line 2: duplicated mapping key");
    expect(problemOf("a: &a {x: 1}\nb:\n  <<: *a\n  x: 2", parseYaml)).toBe("line 4: duplicated mapping key");
    expect(parseLenientYaml("1: a\n1: b").duplicates).toEqual([{ key: "1", isString: false, line: 2 }]);
  });

  test("manifests are read leniently, as kubectl reads them", () => {
    expect(parseManifests("file.yaml", "a: 0400\na: yes\n---\nb: 1")).toEqual([{ a: true }, { b: 1 }]);
  });
});

test("the place of a value in brackets that are not indented is that in the text", () => {
  const text = "a: {\nb: 1,\n  c: 2\n}\nd: 3\n";
  const [place] = yamlPlaces(text);
  const shown = ({ key, start }: YamlPlace): string => `${text.slice(key.start, key.end)} ${text.charAt(start)}`;
  const inside = place?.inside.get("a")?.inside;
  expect([...(inside?.values() ?? [])].map(shown)).toEqual(["b 1", "c 2"]);
  expect(
    shown(place?.inside.get("d") ?? { key: { start: 0, end: 0 }, start: 0, style: "scalar", inside: new Map() }),
  ).toBe("d 3");
});
