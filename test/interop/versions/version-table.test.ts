import { expect, test } from "vitest";
import { cellsOf, type Report, versionTable } from "./version-table.ts";

const ancestorTitles = ["infrastructure that declares v1beta1, and the bootstrap provider, under the Go core"];

function reportOf(status: string): Report {
  const failureMessages = status === "failed" ? ["Error: nothing has changed\nat a"] : [];
  const steps = [
    { ancestorTitles, title: "makes", status: "passed", duration: 1_600 },
    { ancestorTitles, title: "rolls", status, duration: 3_000, failureMessages },
  ];
  return { testResults: [{ assertionResults: steps }] };
}

test("a flow has its seconds, or the first step that failed", () => {
  expect(cellsOf(reportOf("passed"))).toEqual([{ declared: "v1beta1", seconds: 5 }]);
  expect(cellsOf(reportOf("failed"))).toMatchObject([{ failure: "rolls: Error: nothing has changed" }]);
  expect(cellsOf(reportOf("skipped"))).toMatchObject([{ failure: "rolls: skipped" }]);
});

test("a table says where a flow did not run", () => {
  const rows = [
    { versions: "old", cells: cellsOf(reportOf("passed")) },
    { versions: "new", cells: [] },
  ];
  expect(versionTable(rows).split("\n")).toEqual([
    "| versions | v1beta1 |",
    "| --- | --- |",
    "| old | 5 s |",
    "| new | did not run |",
  ]);
});
