import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { nightReport, type Outcome } from "./night-report.ts";
import { commandOf, nightOf, nightRuns } from "./night-runs.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
const [first, second] = nightRuns(20_000);
if (first === undefined || second === undefined) throw new TypeError("A night has no runs");
const passed: Outcome = { run: first, result: "passed", seconds: 61 };
const failed: Outcome = { run: second, result: "failed", why: "status 1", seconds: 2 };

describe("the runs of a night", () => {
  test("have unique names, and run existing files", () => {
    const runs = nightRuns(1);
    expect(new Set(runs.map(({ name }) => name)).size).toBe(runs.length);
    const sources = runs.flatMap(({ member }) => member.runs.sources);
    expect(sources.filter((source) => !existsSync(path.join(root, source)))).toEqual([]);
  });

  test("use different seeds each night", () => {
    const commands = (night: number): string[] => nightRuns(night).map(commandOf);
    const both = new Set(commands(20_000));
    expect(commands(20_001).filter((command) => !both.has(command)).length).toBeGreaterThan(3);
    expect(commands(20_000)).toContain("npm run hostile -- tenants --seed 40000000");
    expect(nightOf(Date.UTC(2026, 10, 28, 23, 59))).toBe(nightOf(Date.UTC(2026, 10, 28)));
  });

  test("are started by a scheduled workflow", () => {
    expect(read(".github/workflows/nightly.yml")).toMatch(/schedule:\n\s+- cron: .*[^]*bash \.ci\/nightly/);
    expect(read(".ci/nightly")).toContain("npm run nightly --silent");
  });
});

describe("the report of a night", () => {
  test("ends with the counts, and contains the command that repeats a failure", () => {
    const { lines, isPassed } = nightReport([passed, failed]);
    expect(isPassed).toBe(false);
    expect(lines).toContain(`Repeat with: ${commandOf(second)}`);
    expect(lines.at(-1)).toBe("1 passed, 1 failed");
  });

  test("is a failure if no run passed", () => {
    const skipped: Outcome = { run: first, result: "skipped", why: "KUBEBUILDER_ASSETS unset", seconds: 0 };
    expect(nightReport([skipped])).toMatchObject({ isPassed: false });
    expect(nightReport([])).toMatchObject({ isPassed: false });
    expect(nightReport([skipped, passed])).toMatchObject({ isPassed: true });
  });
});
