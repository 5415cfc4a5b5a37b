import {
  isCapstanError,
  isMalformedText,
  parseLenientYaml,
  parseManifests,
  parseYaml,
  parseYamlDocuments,
  readKubeconfigEntries,
} from "@capstan/kube";
import fc from "fast-check";
import { dump } from "js-yaml";
import { describe, expect, test } from "vitest";

function problemOf(text: string, read: (text: string) => unknown = parseYaml): string {
  try {
    read(text);
  } catch (error) {
    if (isMalformedText(error)) return error.message;
    throw error;
  }
  return "none";
}

/** Each line has nine references to the line before: nine to the power of `lines` values. */
function laughs(lines: number): string {
  const first = `a0: &a0 [${Array(9).fill("lol").join(", ")}]`;
  const others = Array.from({ length: lines }, (_, index) => {
    return `a${index + 1}: &a${index + 1} [${Array(9).fill(`*a${index}`).join(", ")}]`;
  });
  return [first, ...others].join("\n");
}

function merged(times: number): string {
  const keys = Array.from({ length: 100 }, (_, index) => `k${index}: 1`).join(", ");
  const uses = Array.from({ length: times }, (_, index) => `b${index}: {<<: *a}`);
  return [`a: &a {${keys}}`, ...uses].join("\n");
}

const lists = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);

describe("external YAML is read up to its limits", () => {
  test.each([
    ["aliases that refer to aliases", laughs(3), laughs(8), "with its aliases, it has more than 1000000 values"],
    [
      "aliases",
      `[&a x${", *a".repeat(10_000)}]`,
      `[&a x${", *a".repeat(10_001)}]`,
      "aliases exceeds the limit of 10000",
    ],
    ["depth", lists(199), lists(201), "nesting exceeds the limit of 200"],
    [
      "depth by aliases",
      `- &a ${lists(100)}\n- [*a]`,
      `- &a ${lists(110)}\n- ${"[".repeat(100)}*a${"]".repeat(100)}`,
      "with its aliases, nesting exceeds the limit of 200",
    ],
    [
      "long strings by aliases",
      `[&a ${"x".repeat(1_000_000)}${", *a".repeat(10)}]`,
      `[&a ${"x".repeat(1_000_000)}${", *a".repeat(20)}]`,
      "with its aliases, it has more than 17777301 characters",
    ],
    [
      "long keys by aliases",
      `[&a {${"x".repeat(1_000)}: 1}${", *a".repeat(5_000)}]`,
      `[&a {${"x".repeat(10_000)}: 1}${", *a".repeat(5_000)}]`,
      "characters",
    ],
    ["what contains itself", "&a [b]", "&a [*a]", "an alias refers to a node that contains it"],
    ["length", `a: ${"x".repeat(1000)}`, `a: ${"x".repeat(3 * 1024 * 1024)}`, "it is longer than 3145728 characters"],
  ])("%s", (_what, read, refused, says) => {
    expect(problemOf(read)).toBe("none");
    expect(problemOf(refused)).toContain(says);
  });

  test("merge keys count where merging is enabled", () => {
    const yaml11 = (text: string): unknown => parseYaml(text, { scalars: "yaml-1.1" });
    expect(problemOf(merged(99), yaml11)).toBe("none");
    expect(problemOf(merged(101), yaml11)).toContain("merge keys exceeds the limit of 10000");
  });

  test("in a kubeconfig, too, without quoting it in the error", () => {
    expect(readKubeconfigEntries("current-context: &a c\nclusters: [{name: *a, cluster: {}}]").currentContext).toBe(
      "c",
    );
    expect(problemOf(`${laughs(8)}\ncurrent-context: c`, readKubeconfigEntries)).toBe("The kubeconfig is not YAML");
  });
});

test("scalars are parsed by the requested schema", () => {
  const text = "[on, 010, 1.5, ~, 2026-01-01]";
  expect(parseYaml(text)).toEqual([true, 8, 1.5, null, "2026-01-01"]);
  expect(parseYaml(text, { scalars: "yaml-1.1" })).toEqual([true, 8, 1.5, null, new Date("2026-01-01")]);
  expect(parseYaml(text, { scalars: "strings" })).toEqual(["on", "010", "1.5", null, "2026-01-01"]);
});

test("a stream is read by document, and refused where only one document is allowed", () => {
  expect(parseYamlDocuments("a: 1\n---\n---\nb: 2")).toEqual([{ a: 1 }, null, { b: 2 }]);
  expect(parseYaml("")).toBeUndefined();
  expect(problemOf("a: 1\n---\nb: 2")).toBe("it has more than one document");
  expect(parseManifests("all.yaml", "a: 1\n---\n---\nb: 2")).toEqual([{ a: 1 }, { b: 2 }]);
});

test("errors are reported by line, without the content", () => {
  for (const text of [
    "hunter2: *hunter2",
    "a: !hunter2 b",
    "hunter2: 1\nhunter2: 2",
    "hunter2: [",
    "%TAG ! hunter2\n---\n!a b",
  ]) {
    expect(problemOf(text)).toMatch(/^(line \d: )?[\w ]+$/);
    expect(problemOf(text)).not.toContain("hunter2");
  }
});

test("a manifest is identified by its file and line", () => {
  let found: unknown;
  try {
    parseManifests("components.yaml", "a: 1\nb: [");
  } catch (error) {
    found = error;
  }
  expect(isCapstanError(found, "ManifestInvalid")).toBe(true);
  expect(String(found)).toMatch(/components\.yaml:\d: /);
});

test("parsed YAML equals the written value", () => {
  fc.assert(
    // The written JSON has no -0, which equals 0 everywhere except in assertions.
    fc.property(fc.json({ maxDepth: 5 }), (text) => {
      const value: unknown = JSON.parse(text);
      expect(parseYaml(dump(value))).toEqual(value);
    }),
  );
});

describe("YAML whose first document is read, as in the API server", () => {
  test("may have more documents, or none", () => {
    expect(parseLenientYaml("a: 1\n---\nb: 2")).toEqual({ value: { a: 1 }, duplicates: [] });
    expect(parseLenientYaml("")).toEqual({ value: undefined, duplicates: [] });
  });

  test("uses the last of duplicate keys, and reports each with the position of its value, inner ones first", () => {
    const { value, duplicates } = parseLenientYaml("a: {b: 1}\na:\n  b: 2\n  b: |\n    c\n  b:\n");
    expect(value).toEqual({ a: { b: null } });
    expect(duplicates).toEqual([
      { key: "b", isString: true, line: 4 },
      { key: "b", isString: true, line: 6 },
      { key: "a", isString: true, line: 3 },
    ]);
  });

  test("is refused for any other error", () => {
    expect(problemOf("a: [", parseLenientYaml)).toBe(problemOf("a: ["));
  });
});
