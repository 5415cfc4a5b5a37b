import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { rules } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import upstream from "./upstream.json" with { type: "json" };

const root = path.resolve(import.meta.dirname, "../../..");
const limits = readFileSync(path.join(root, "docs/limits.md"), "utf8");
const metricsPage = readFileSync(path.join(root, "docs/metrics.md"), "utf8");
const sources = globSync("packages/*/src/**/*.ts", { cwd: root }).map((file) =>
  readFileSync(path.join(root, file), "utf8"),
);

/** The first cells of a table of docs/limits.md. */
function excused(part: string): string[] {
  const [, table = ""] = new RegExp(`<!-- ${part} -->([\\s\\S]*?)<!-- /${part} -->`).exec(limits) ?? [];
  const cells = [...table.matchAll(/^\| (.+?) +\|/gm)].map(([, cell = ""]) => cell.replaceAll("`", ""));
  return cells.slice(2);
}

/** The headings that rules cite, on any page: sections for all resources are on every page. */
const cited = rules
  .flatMap(({ sources: places }) => places)
  .filter((place) => place.startsWith("contracts/"))
  .map((place) => place.replaceAll("`", "").slice(place.indexOf(": ") + 2));

const headings = [...new Set(Object.values(upstream.headings).flat())];
const isCited = (heading: string) => cited.some((place) => place.split(" > ").some((part) => part.startsWith(heading)));

describe.each<[string, readonly string[], (entry: string) => boolean]>([
  ["headings", headings, isCited],
  ["labelsAndAnnotations", upstream.labelsAndAnnotations, (key) => sources.some((source) => source.includes(key))],
  ["metrics", upstream.metrics, (name) => metricsPage.includes(`| \`${name}\``)],
])(`the %s of Cluster API ${upstream.version}`, (part, entries, isDone) => {
  test("are each implemented, or on the page of limits with a reason", () => {
    expect(entries.length).toBeGreaterThan(5);
    const known = excused(part);
    expect(entries.filter((entry) => !isDone(entry) && !known.includes(entry))).toEqual([]);
  });

  test("have no reason that is not needed", () => {
    expect(excused(part).filter((entry) => isDone(entry) || !entries.includes(entry))).toEqual([]);
  });
});
