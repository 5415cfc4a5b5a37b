import path from "node:path";
import { expect, test } from "vitest";
import { countHouse } from "./count-house.ts";
import { likePairs } from "./like-pairs.ts";
import { treeOf } from "./tree.ts";

const lines = (count: number, of: string): string =>
  Array.from({ length: count }, (_, at) => `${of}(${at});\n`).join("");

test("a run of similar lines counts once for each pair of places, whatever its length", () => {
  const files = ["a", "b", "c"].map((name) => ({ path: `${name}.ts`, text: `${name}();\n${lines(9, "same")}` }));
  expect(likePairs(files.slice(0, 1))).toBe(0);
  expect(likePairs(files.slice(0, 2))).toBe(1);
  expect(likePairs(files)).toBe(3);
});

test("five similar lines, comments and imports do not count", () => {
  const text = `import { a } from "a";\n// one\n// two\n${lines(5, "same")}`;
  expect(
    likePairs([
      { path: "a.ts", text },
      { path: "b.ts", text },
    ]),
  ).toBe(0);
});

test("files are counted by kind, words by page, folders by entries", () => {
  const counts = countHouse([
    { path: "package.json", text: '{"scripts":{"a":"","b":""}}' },
    { path: "README.md", text: "one two\n" },
    { path: "docs/page.md", text: "three\n" },
    { path: "packages/a/src/long.ts", text: lines(351, "long") },
    { path: "packages/a/src/part/only.ts", text: lines(2, "short") },
    { path: "packages/a/test/a.test.ts", text: lines(3, "test") },
    { path: "build/main.ts", text: lines(4, "build") },
  ]);
  expect(counts).toMatchObject({
    files: 7,
    "lines of source": 353,
    "lines of tests": 3,
    "lines of tools": 4,
    "words of documentation": 3,
    "words before the first provider runs": 2,
    "source files of at most 25 lines": 1,
    "source files of more than 350 lines": 1,
    "npm scripts": 2,
  });
});

test("all files of a commit are read, except generated ones", () => {
  const files = treeOf("HEAD", path.resolve(import.meta.dirname, "../../.."));
  const paths = files.map((file) => file.path);
  expect(paths).toContain("packages/provider/src/index.ts");
  expect(paths.filter((file) => file.includes(".generated."))).toEqual([]);
  expect(files.find((file) => file.path === "vitest.config.ts")?.text).toContain("export default defineConfig");
});
