import path from "node:path";
import { expect, test } from "vitest";
import { failureText, failuresIn, type Report } from "./report.ts";
import { isUncleanEnd, verdictOf } from "./verdict.ts";

type Tests = Readonly<Record<string, "passed" | "failed">>;

/** A report of these files with their tests; a file without tests failed to load. */
function reportOf(files: Readonly<Record<string, Tests>>): Report {
  const statuses = Object.values(files).flatMap((tests) => Object.values(tests));
  return {
    numPassedTests: statuses.filter((status) => status === "passed").length,
    numFailedTests: statuses.filter((status) => status === "failed").length,
    numPendingTests: 0,
    testResults: Object.entries(files).map(([file, tests]) => ({
      name: path.resolve(file),
      startTime: 0,
      endTime: 0,
      status: Object.keys(tests).length === 0 || Object.values(tests).includes("failed") ? "failed" : "passed",
      assertionResults: Object.entries(tests).map(([fullName, status]) => ({
        fullName,
        status,
        failureMessages: status === "failed" ? ["expected 1 to be 2\n  at somewhere"] : [],
      })),
    })),
  };
}

const first = reportOf({ "a.test.ts": { one: "passed", two: "failed" }, "b.test.ts": { three: "passed" } });

test("a test that fails in the suite and passes alone is flaky, and does not fail the run", () => {
  const verdict = verdictOf(
    first,
    new Map([["a.test.ts", reportOf({ "a.test.ts": { one: "passed", two: "passed" } })]]),
    false,
  );

  expect(verdict).toMatchObject({ passed: 3, failed: 0, failures: [] });
  expect(verdict.flaky.map(failureText)).toEqual(["a.test.ts: two\n    expected 1 to be 2"]);
});

test("a test that also fails alone is a failure", () => {
  const verdict = verdictOf(
    first,
    new Map([["a.test.ts", reportOf({ "a.test.ts": { one: "passed", two: "failed" } })]]),
    false,
  );

  expect(verdict).toMatchObject({ passed: 2, failed: 1, flaky: [] });
});

test("a file without tests in the second run is a failure", () => {
  expect(verdictOf(first, new Map([["a.test.ts", reportOf({})]]), false)).toMatchObject({ failed: 1, flaky: [] });
  expect(verdictOf(first, new Map(), false)).toMatchObject({ failed: 1, flaky: [] });
});

test("three flaky tests fail the run", () => {
  const tests = { one: "failed", two: "failed", three: "failed", four: "passed" } as const;
  const passed = { one: "passed", two: "passed", three: "passed", four: "passed" } as const;
  const verdict = verdictOf(
    reportOf({ "a.test.ts": tests }),
    new Map([["a.test.ts", reportOf({ "a.test.ts": passed })]]),
    false,
  );

  expect(verdict).toMatchObject({ passed: 1, failed: 3 });
});

test("a file that does not load is a failure, and so is an error outside of tests", () => {
  const unloaded = reportOf({ "a.test.ts": {}, "b.test.ts": { three: "passed" } });
  expect(failuresIn(unloaded).map(failureText)).toEqual(["a.test.ts: did not run"]);
  expect(verdictOf(unloaded, new Map(), false)).toMatchObject({ passed: 1, failed: 1 });

  const clean = reportOf({ "b.test.ts": { three: "passed" } });
  expect([isUncleanEnd(1, clean), isUncleanEnd(0, clean), isUncleanEnd(1, first)]).toEqual([true, false, false]);
  expect(verdictOf(clean, new Map(), true)).toMatchObject({ passed: 1, failed: 1 });
});
