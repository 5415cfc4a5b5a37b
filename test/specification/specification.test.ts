import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { describe, expect, test } from "vitest";
import { systemCoverage } from "./system-coverage.ts";
import { isBroken, missingFor, systemsPage } from "./systems-page.ts";
import { systems } from "./systems.ts";
import { reasonUnbroken } from "../breaks/without-break.ts";

const root = path.resolve(import.meta.dirname, "../..");
const page = path.join(root, "docs/specification.md");
const coverage = systemCoverage();

describe("the table of what the proposal and the bootstrap provider specification name", () => {
  test("is as the titles of the tests are: `npm run docs -- rules` writes it again", async () => {
    if (process.env.CAPSTAN_WRITE_DOCS === "1") await writeFile(page, systemsPage(coverage));
    expect(readFileSync(page, "utf8")).toBe(systemsPage(coverage));
  });

  test.each(systems.map((system) => [system.id, system.title, system] as const))(
    "%s, %s: is shown by a test",
    (id, _title, system) => {
      expect(missingFor({ ...system, tests: coverage.filter((each) => each.system === id) })).toBeUndefined();
    },
  );

  test.each(systems)("$id, $title: a test fails when it is broken, or it is said why nothing breaks it", (system) => {
    expect(isBroken(system) || reasonUnbroken(system.id) !== undefined).toBe(true);
  });

  test("has every row once, in order", () => {
    const expected = Array.from({ length: 135 }, (_, index) => `S${String(index + 1).padStart(3, "0")}`);
    expect(systems.map(({ id }) => id)).toEqual(expected);
  });

  test("names only rows that there are", () => {
    const known = new Set(systems.map(({ id }) => id));
    expect(coverage.filter(({ system }) => !known.has(system))).toEqual([]);
  });
});
