import { globSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { long, nightly } from "./suites.ts";

const root = path.resolve(import.meta.dirname, "../..");
const filesOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: root, exclude: ["**/node_modules/**"] }).filter((file) => file.endsWith(".test.ts"));

test.each([...long, ...nightly])("%s matches existing tests", (pattern) => {
  expect(filesOf(pattern)).not.toEqual([]);
});
