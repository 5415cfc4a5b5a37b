import { readFile } from "node:fs/promises";
import { bootstrapDataProblems } from "@capstan/bootstrap-data";
import { engineReasons } from "@capstan/infrastructure-docker";
import { expect, test } from "vitest";

const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");

function listed(row: RegExp): string[] {
  return [...readme.matchAll(row)].map(([, reason = ""]) => reason).sort();
}

test("the README lists exactly the reasons with which an engine refuses", () => {
  expect(listed(/^\| `(\w+)` /gm)).toEqual([...engineReasons].sort());
});

test("the README lists the reasons of unreadable bootstrap data", () => {
  expect(listed(/^\| False +\| `(\w+)`/gm)).toEqual(expect.arrayContaining([...bootstrapDataProblems]));
});
