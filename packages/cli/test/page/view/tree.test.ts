import { describe, expect, test } from "vitest";
import { parseFilter } from "../../../page/model/filter.ts";
import { Forest } from "../../../page/model/forest.ts";
import { findTyped, stepOf } from "../../../page/model/tree-keys.ts";
import { type Line, visibleLines } from "../../../page/model/visible-lines.ts";
import type { Row } from "../../../src/page/protocol.ts";
import { below, row } from "./drawn-rows.ts";

const c1 = row("Cluster", "c1", { phase: "Provisioned" });
const infrastructure = below(c1, "MockCluster", "c1", { role: "infrastructure" });
const w2 = below(c1, "Machine", "w-2", { phase: "Pending", tone: "busy" });
const w10 = below(c1, "Machine", "w-10", { phase: "Running" });
const m2 = below(w2, "MockMachine", "w-2", { role: "infrastructure" });
const all = [w10, m2, c1, w2, infrastructure];

function forestOf(rows: readonly Row[]): Forest {
  const forest = new Forest();
  forest.replace(rows);
  return forest;
}

function linesOf(forest: Forest, filter = "", folds: ReadonlyMap<string, boolean> = new Map()): Line[] {
  return visibleLines(forest, { folds, filter: parseFilter(filter) });
}

function namesOf(lines: readonly Line[]): string[] {
  return lines.map(({ row: { kind, name }, level }) => `${"  ".repeat(level - 1)}${kind} ${name}`);
}

describe("the tree", () => {
  test("shows referenced objects first, then Machines in numeric order, collapsed", () => {
    expect(namesOf(linesOf(forestOf(all)))).toEqual([
      "Cluster c1",
      "  MockCluster c1",
      "  Machine w-2",
      "  Machine w-10",
    ]);
  });

  test("shows the rows below expanded objects only", () => {
    const forest = forestOf(all);
    expect(namesOf(linesOf(forest, "", new Map([[w2.id, true]])))).toContain("    MockMachine w-2");
    expect(namesOf(linesOf(forest, "", new Map([[c1.id, false]])))).toEqual(["Cluster c1"]);
  });

  test("follows rows that are added, moved and removed", () => {
    const forest = forestOf(all);
    const c2 = row("Cluster", "c2");
    forest.change([c2, { ...w10, parent: c2.id }], []);
    expect(namesOf(linesOf(forest))).toEqual([
      "Cluster c1",
      "  MockCluster c1",
      "  Machine w-2",
      "Cluster c2",
      "  Machine w-10",
    ]);
    forest.change([], [w2.id, m2.id]);
    expect(namesOf(linesOf(forest))).not.toContain("  Machine w-2");
    expect(forest.size).toBe(4);
  });

  test("shows rows whose owner is missing at the top level", () => {
    expect(namesOf(linesOf(forestOf([w2, m2])))).toEqual(["Machine w-2"]);
  });
});

describe("the filter", () => {
  test.each([
    ["w-10", ["Cluster c1", "  Machine w-10"]],
    ["machine pending", ["Cluster c1", "  Machine w-2"]],
    ["not running", ["Cluster c1", "  Machine w-2"]],
    ["mockmachine", ["Cluster c1", "  Machine w-2", "    MockMachine w-2"]],
    ["not", ["Cluster c1", "  MockCluster c1", "  Machine w-2", "  Machine w-10"]],
    ["nothing-like-that", []],
  ])("%s", (filter, names) => {
    expect(namesOf(linesOf(forestOf(all), filter))).toEqual(names);
  });
});

describe("the keys of the tree", () => {
  const lines = linesOf(forestOf(all), "", new Map([[w2.id, true]]));
  const step = (key: string, index: number) => stepOf(key, { lines, index, pageLines: 2 });
  test.each([
    ["ArrowDown", 0, { type: "go", index: 1 }],
    ["ArrowUp", 0, { type: "go", index: 0 }],
    ["End", 0, { type: "go", index: 4 }],
    ["Home", 4, { type: "go", index: 0 }],
    ["PageDown", 1, { type: "go", index: 3 }],
    ["ArrowRight", 0, { type: "go", index: 1 }],
    ["ArrowRight", 1, undefined],
    ["ArrowLeft", 0, { type: "fold", id: c1.id }],
    ["ArrowLeft", 3, { type: "go", index: 2 }],
    ["a", 0, undefined],
  ])("%s on line %i", (key, index, expected) => {
    expect(step(key, index)).toEqual(expected);
  });

  test("right expands a collapsed row", () => {
    const folded = linesOf(forestOf(all));
    expect(stepOf("ArrowRight", { lines: folded, index: 2, pageLines: 2 })).toEqual({ type: "unfold", id: w2.id });
  });

  test("letters move to the next name with that prefix, and wrap around", () => {
    expect(findTyped("w", lines, 2)).toBe(3);
    expect(findTyped("w-1", lines, 2)).toBe(4);
    expect(findTyped("c", lines, 4)).toBe(0);
    expect(findTyped("zz", lines, 0)).toBe(-1);
  });
});
