import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { format, resolveConfig } from "prettier";
import { expect, test } from "vitest";
import { type DifferenceId, differences } from "./expected/differences.ts";
import { differencesPage, shownBy } from "./differences-page.ts";

const page = join(import.meta.dirname, "../../../docs/kubeadm-differences.md");

test("docs/kubeadm-differences.md shows the list: `npm run docs -- kubeadm` regenerates it", async () => {
  const text = await format(differencesPage(), { ...(await resolveConfig(page)), filepath: page });
  if (process.env.CAPSTAN_WRITE_DOCS === "1") await writeFile(page, text);
  expect(readFileSync(page, "utf8")).toBe(text);
});

test("every difference has a case, a sequence or a test", () => {
  expect((Object.keys(differences) as DifferenceId[]).filter((id) => shownBy(id).length === 0)).toEqual([]);
});
