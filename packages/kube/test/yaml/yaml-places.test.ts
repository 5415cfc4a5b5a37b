import { yamlPlaces, type YamlPlace } from "@capstan/kube";
import { describe, expect, test } from "vitest";

/** Every value by path: the key as written, and the first characters of the value. */
function found(text: string): string[] {
  const lines = (place: YamlPlace, path: string): string[] =>
    [...place.inside].flatMap(([name, inner]) => {
      const [key, value] = [text.slice(inner.key.start, inner.key.end), text.slice(inner.start, inner.start + 3)];
      return [`${path}${name} ${key} ${inner.style} ${JSON.stringify(value)}`, ...lines(inner, `${path}${name}.`)];
    });
  return yamlPlaces(text).flatMap((place, index) => [`document ${index} at ${place.key.start}`, ...lines(place, "")]);
}

describe("the positions of YAML values", () => {
  test("are found in blocks: keys, items and nested values", () => {
    expect(found("a: one\nb:\n  - two\n  - c: three\n")).toEqual([
      "document 0 at 0",
      'a a scalar "one"',
      'b b block "- t"',
      'b.0 two scalar "two"',
      'b.1 c block "c: "',
      'b.1.c c scalar "thr"',
    ]);
  });

  test("are found between brackets and quotes, as in JSON", () => {
    expect(found('{"a": [1, {"b": "two"}]}')).toEqual([
      "document 0 at 0",
      'a a flow "[1,"',
      'a.0 1 scalar "1, "',
      'a.1 { flow "{\\"b"',
      'a.1.b b scalar "two"',
    ]);
  });

  test("of empty values are the ends of their keys", () => {
    expect(found("a:\nb: 1\n")).toEqual(["document 0 at 0", 'a a scalar ":\\nb"', 'b b scalar "1\\n"']);
  });

  test("are found in multiple documents, including empty ones and aliases", () => {
    expect(found("# c\n---\na: 1\n---\n---\nb: 2\n")).toEqual([
      "document 0 at 8",
      'a a scalar "1\\n-"',
      "document 1 at 0",
      "document 2 at 21",
      'b b scalar "2\\n"',
    ]);
    expect(found("a: &x { y: 1 }\nb: *x\n").at(-1)).toMatch(/^b b scalar "/);
  });
});
