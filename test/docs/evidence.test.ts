import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const page = readFileSync(path.resolve(import.meta.dirname, "../../docs/evidence.md"), "utf8");
const lines = page.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
/** A pipe within a cell is written with a backslash. */
const cellsOf = (line: string): string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());
const rows = lines
  .filter((line) => line.startsWith("|"))
  .map(cellsOf)
  .filter(([claim = ""]) => claim !== "claim" && !/^-+$/.test(claim));

test("each claim of the evidence is there once", () => {
  expect(rows.length).toBeGreaterThan(100);
  const claims = rows.map(([claim]) => claim);
  expect(claims.filter((claim, index) => claims.indexOf(claim) !== index)).toEqual([]);
});

test.each(rows)(
  "has a command, what it printed and its commit: %s",
  (...[, command = "", printed = "", commit = ""]) => {
    expect(command).toMatch(/`.+`/);
    expect(printed).not.toBe("");
    expect(commit).toMatch(/^[\da-f]{7,40}$/);
  },
);

test("nothing is left of a merge", () => {
  expect(lines.filter((line) => /^(<{3,}|={3,}|[> ]{5,}|\| =+ )/.test(line))).toEqual([]);
});
