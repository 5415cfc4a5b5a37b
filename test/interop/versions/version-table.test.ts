import { describe, expect, test } from "vitest";
import { cellsOf, type Report } from "./cells.ts";
import { pairsOf, type Row, rowsOf, supported, shownCells, versionTable, withRows } from "./version-table.ts";

const ancestorTitles = ["under the Go core", "infrastructure that declares v1beta1, and the bootstrap provider"];
const ofOldCores = ["under a Go core that is too old", "infrastructure that declares v1beta1"];

function reportOf(status: string, refusal = "skipped"): Report {
  const failureMessages = status === "failed" ? ["Error: nothing has changed\nat a"] : [];
  const isSkipped = refusal !== "skipped";
  const steps = [
    { ancestorTitles, title: "makes", status: isSkipped ? "skipped" : "passed", duration: 1_600 },
    { ancestorTitles, title: "rolls", status: isSkipped ? "skipped" : status, duration: 3_000, failureMessages },
    { ancestorTitles: ofOldCores, title: "is refused", status: refusal },
  ];
  return { testResults: [{ assertionResults: steps }] };
}

const run = "2026-11-29, 0123abcd";
const row = (clusterApi: string, kubernetes: string, text: string): Row => {
  return { clusterApi, kubernetes, cells: { v1beta1: text }, run };
};

const cellsIn = (report: Report) => cellsOf(report, ["v1beta1"]);

test("a flow has its seconds, a refusal, or the first step that failed", () => {
  expect(shownCells(cellsIn(reportOf("passed")))).toEqual({ v1beta1: "5 s" });
  expect(shownCells(cellsIn(reportOf("failed")))).toEqual({ v1beta1: "rolls: Error: nothing has changed" });
  expect(shownCells(cellsIn(reportOf("skipped")))).toEqual({ v1beta1: "rolls: skipped" });
  expect(shownCells(cellsIn(reportOf("passed", "passed")))).toEqual({ v1beta1: "refused" });
  expect(cellsIn(reportOf("passed", "failed"))).toMatchObject([{ failure: "is refused: failed" }]);
});

test("a flow that did not run is a failure, with the reason", () => {
  const message = "Error: etcd ended\nat a";
  expect(shownCells(cellsIn({ testResults: [] }))).toEqual({ v1beta1: "did not run" });
  expect(shownCells(cellsIn({ testResults: [{ message, assertionResults: [] }] }))).toEqual({
    v1beta1: "did not run: Error: etcd ended",
  });
});

describe("a table", () => {
  const table = [
    "| Cluster API | Kubernetes | v1beta1 | run                  |",
    "| ----------- | ---------- | ------- | -------------------- |",
    "| v1.14.2     | v1.36.3    | 5 s     | 2026-11-29, 0123abcd |",
    "| v1.9.0      | v1.36.3    | refused | 2026-11-29, 0123abcd |",
  ].join("\n");

  test("has the newest versions first", () => {
    expect(versionTable([row("v1.9.0", "v1.36.3", "refused"), row("v1.14.2", "v1.36.3", "5 s")])).toBe(table);
  });

  test("keeps the rows of other versions", () => {
    const rows = withRows(rowsOf(table), [row("v1.14.2", "v1.36.3", "9 s"), row("v1.14.2", "v1.33.1", "7 s")]);
    expect(versionTable(rows).split("\n").slice(2)).toEqual([
      "| v1.14.2     | v1.36.3    | 9 s     | 2026-11-29, 0123abcd |",
      "| v1.14.2     | v1.33.1    | 7 s     | 2026-11-29, 0123abcd |",
      "| v1.9.0      | v1.36.3    | refused | 2026-11-29, 0123abcd |",
    ]);
  });
});

test("versions are supported where every flow passed", () => {
  const rows = [
    row("v1.14.2", "v1.36.3", "5 s"),
    row("v1.11.5", "v1.36.3", "5 s"),
    row("v1.10.9", "v1.36.3", "refused"),
  ];
  expect(supported(rows, "clusterApi")).toEqual(["1.11", "1.14"]);
  expect(supported(rows, "kubernetes")).toEqual(["1.36", "1.36"]);
});

test("every core runs with the newest Kubernetes, and every Kubernetes with the newest core", () => {
  expect(pairsOf(["v1.9.0", "v1.14.2"], ["v1.36.3", "v1.33.1"])).toEqual([
    ["v1.9.0", "v1.36.3"],
    ["v1.14.2", "v1.36.3"],
    ["v1.14.2", "v1.33.1"],
  ]);
});
