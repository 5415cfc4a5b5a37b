import { readFile } from "node:fs/promises";
import { bootProblemReasons } from "@capstan/infrastructure-mock";
import { expect, test } from "vitest";

test("the README lists exactly the possible reasons of a machine", async () => {
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
  const listed = [...readme.matchAll(/^\| False +\| `(\w+)`/gm)].map(([, reason = ""]) => reason);
  expect(listed.sort()).toEqual([...bootProblemReasons].sort());
});
