import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { notQuoted } from "./tutorials/lines.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** Blocks that quote a file of this repository: `<!-- from: examples/… -->`. A comment `…` marks an omission. */
const quotations = globSync("docs/**/*.md", { cwd: root, exclude: ["docs/generated/**"] })
  .sort()
  .flatMap((page) => {
    const text = readFileSync(path.join(root, page), "utf8");
    return [...text.matchAll(/<!-- from: (\S+) -->\s*```\w+\n([\s\S]*?)```/g)].map(
      ({ index, 1: file = "", 2: block = "" }) =>
        [`${page}:${text.slice(0, index).split("\n").length}`, file, block] as const,
    );
  });

test("there are quotations to check", () => {
  expect(quotations.length).toBeGreaterThan(0);
});

test.each(quotations)("%s quotes the content of %s", (_, file, block) => {
  expect(notQuoted(readFileSync(path.join(root, file), "utf8"), block)).toEqual([]);
});
