import { readFileSync } from "node:fs";
import path from "node:path";
import { errorCodes } from "@capstan/kube";
import { expect, test } from "vitest";

test("docs/errors.md lists exactly the existing error codes, with their meaning", () => {
  const page = readFileSync(path.resolve(import.meta.dirname, "../../docs/errors.md"), "utf8");
  const rows = [...page.matchAll(/^\| `(\w+)` +\| (.+?) +\|$/gm)].map(([, code, meaning]) => [code, meaning]);
  expect(rows).toEqual(Object.entries(errorCodes));
});
