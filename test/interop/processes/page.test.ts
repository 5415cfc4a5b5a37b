import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { format, resolveConfig } from "prettier";
import { expect, test } from "vitest";
import { processesPage } from "./page.ts";

const page = path.join(import.meta.dirname, "../../../docs/go-managers.md");

test("docs/go-managers.md shows the record: `npm run docs -- go-managers` rewrites it", async () => {
  const text = await format(processesPage(), { ...(await resolveConfig(page)), filepath: page });
  if (process.env.CAPSTAN_WRITE_DOCS === "1") await writeFile(page, text);
  expect(readFileSync(page, "utf8")).toBe(text);
});
