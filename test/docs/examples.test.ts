import { describe, expect, test } from "vitest";
import { entryPoints } from "../../build/site/api/entry-points.ts";
import { routes } from "../../build/site/routes.ts";
import { authorCalls } from "./blocks/author-calls.ts";
import { blocksOfExamples, blocksOfPages } from "./blocks/code-block.ts";
import { howToRun } from "./blocks/how-to-run.ts";

const entries = [...routes().keys()].flatMap(entryPoints);
const sources = new Map(entries.map(({ name, source }) => [name, source]));
const run = [...blocksOfPages(), ...blocksOfExamples()].filter((block) => howToRun(block) !== "not run");

/** The functions that provider authors call. Of the lower-level packages, they call the re-exports of `@capstan/provider`. */
const forAuthors = entries.filter(({ source }) => !/^packages\/(kube|contract|runtime)\//.test(source));

test("there are entry points of each kind", () => {
  expect(entries.length).toBeGreaterThan(15);
  expect(forAuthors.length).toBeGreaterThan(10);
});

describe.each(forAuthors)("$name", ({ source }) => {
  test("has an example for each of its functions and classes", () => {
    const calls = authorCalls(source, sources);
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.filter(({ hasExample }) => !hasExample).map(({ name, file }) => `${name} (${file})`)).toEqual([]);
  });
});

test.each(entries)("$name has an example that runs", ({ name }) => {
  const imports = run.filter(({ given, code }) => `${given}\n${code}`.includes(`from "${name}";`));
  expect(imports.map(({ place }) => place)).not.toEqual([]);
});
