import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { providerTypes } from "@capstan/contract";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const types = Object.keys(providerTypes);
const sources = [
  "packages/*/{src,page}/**/*.{ts,tsx}",
  "build/**/*.{ts,js}",
  "lint/**/*.js",
  "test/docs/porting/**/*.ts",
];

/** The types that a source names as values or keys. */
function typesIn(source: string): string[] {
  return types.filter((type) => new RegExp(`(["'\`|(])${type}(["'\`|)])|^\\s*${type}:`, "m").test(source));
}

test("the types of providers are listed once in the sources, so that a new type is one row", () => {
  const files = globSync(sources, { cwd: root }).filter((file) => !file.endsWith(".generated.ts"));
  const listing = files.filter(
    (file) => typesIn(readFileSync(path.join(root, file), "utf8")).length > types.length / 2,
  );
  expect(files.length).toBeGreaterThan(1_000);
  expect(listing).toEqual(["packages/contract/src/names/provider-types.ts"]);
});

test.each(types)("%s: a new project can be of this type, and the page about types has a column for it", (type) => {
  const page = readFileSync(path.join(root, "docs/provider-types.md"), "utf8");
  const row = page.split("\n").find((line) => line.startsWith("| a new project: `--type`")) ?? "";
  expect(row.split("|").some((cell) => cell.includes(`\`${type}\``))).toBe(true);
  const facts = path.join(root, "packages/create-capstan-provider/templates", type, "project.json");
  expect(existsSync(facts)).toBe(true);
});
