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

describe("the table of the rows in the proposal and the bootstrap provider specification", () => {
  test("matches the titles of the tests: `npm run docs -- rules` rewrites it", async () => {
    if (process.env.CAPSTAN_WRITE_DOCS === "1") await writeFile(page, systemsPage(coverage));
    expect(readFileSync(page, "utf8")).toBe(systemsPage(coverage));
  });

  test.each(systems.map((system) => [system.id, system.title, system] as const))(
    "%s, %s: is shown by a test",
    (id, _title, system) => {
      expect(missingFor({ ...system, tests: coverage.filter((each) => each.system === id) })).toBeUndefined();
    },
  );

  test.each(systems)("$id, $title: a recorded break fails a test, or a reason explains its absence", (system) => {
    expect(isBroken(system) || reasonUnbroken(system.id) !== undefined).toBe(true);
  });

  test("has every row once, in order", () => {
    const expected = Array.from({ length: 135 }, (_, index) => `S${String(index + 1).padStart(3, "0")}`);
    expect(systems.map(({ id }) => id)).toEqual(expected);
  });

  test("names only existing rows", () => {
    const known = new Set(systems.map(({ id }) => id));
    expect(coverage.filter(({ system }) => !known.has(system))).toEqual([]);
  });
});
