import { checkComponents } from "@capstan/contract";
import { lineOf, Reports } from "@capstan/harness/faults";
import { describe, expect, test } from "vitest";
import { documentsOf, edgeComponents } from "./edge-components.ts";

const reports = new Reports(new URL("reports/edge-components.txt", import.meta.url));

describe("components files at the limits of rules", () => {
  for (const edge of edgeComponents) {
    test(edge.title, () => {
      const found = checkComponents(documentsOf(edge), edge.options).violations.map(lineOf);
      expect(found).toEqual(reports.of(edge.title, found));
    });
  }

  test("have exactly one report each, and no report is unused", () => {
    const titles = edgeComponents.map(({ title }) => title);
    expect(reports.differenceTo(titles)).toEqual([]);
    expect(new Set(titles).size).toBe(titles.length);
  });
});

test("skip documents that are not objects", () => {
  expect(checkComponents(["text", null, 1]).checked).toEqual([]);
  expect(checkComponents([]).violations.map(({ rule }) => rule)).toEqual([
    "PC-001",
    "PC-001",
    "PC-001",
    "PC-003",
    "PC-006",
    "RB-003",
  ]);
});
