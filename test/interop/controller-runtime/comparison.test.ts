import { describe, expect, test } from "vitest";
import { compared, complaintsIn } from "./comparison.ts";
import { type GinkgoReport, type Results, resultsOfSpecs, resultsOfTests } from "./test-results.ts";

function spec(name: string, State: string, message?: string) {
  return {
    // eslint-disable-next-line words/words -- Ginkgo's words
    ContainerHierarchyTexts: ["Client"],
    LeafNodeType: "It",
    LeafNodeText: name,
    State,
    ...(message === undefined ? {} : { Failure: { Message: message } }),
  };
}

describe("the test results of a suite", () => {
  test("Ginkgo specs: panics and timeouts are failures, pending specs are skipped, equal names are numbered", () => {
    const SpecReports = [
      spec("creates", "passed"),
      spec("creates", "panicked", "nil pointer"),
      spec("updates", "timedout"),
      spec("deletes", "pending"),
    ];
    expect([...resultsOfSpecs([{ SpecReports }])]).toEqual([
      ["Client creates", { outcome: "passed" }],
      ["Client creates (2)", { outcome: "failed", message: "nil pointer" }],
      ["Client updates", { outcome: "failed" }],
      ["Client deletes", { outcome: "skipped" }],
    ]);
  });

  test("the setup of a suite is a result only if it fails", () => {
    const before = (State: string): GinkgoReport => ({
      SpecReports: [{ ContainerHierarchyTexts: null, LeafNodeType: "BeforeSuite", LeafNodeText: "", State }],
    });
    expect([...resultsOfSpecs([before("passed")])]).toEqual([]);
    expect([...resultsOfSpecs([before("failed")])]).toEqual([["BeforeSuite", { outcome: "failed" }]]);
  });

  test("Go tests: only leaf tests count, without those that run Ginkgo specs", () => {
    const lines = [
      { Action: "output", Test: "TestClient", Output: "Running Suite: Client Suite\n" },
      { Action: "fail", Test: "TestClient" },
      { Action: "pass", Test: "TestMapper/finds" },
      { Action: "output", Test: "TestMapper/misses", Output: "expected 404\n" },
      { Action: "fail", Test: "TestMapper/misses" },
      { Action: "fail", Test: "TestMapper" },
      { Action: "fail" },
    ];
    const output = ["not of a test", ...lines.map((line) => JSON.stringify(line))].join("\n");
    expect([...resultsOfTests(output)]).toEqual([
      ["TestMapper/finds", { outcome: "passed" }],
      ["TestMapper/misses", { outcome: "failed", message: "expected 404\n" }],
    ]);
  });
});

describe("the comparison", () => {
  const passed: Results = new Map([["creates", { outcome: "passed" }]]);
  const failed: Results = new Map([["creates", { outcome: "failed", message: "409" }]]);
  const none: Results = new Map();
  const known = [{ package: "pkg/client", test: "creates", reason: "there is no etcd" }];

  test.each([
    ["passes on both", { real: passed, here: passed }, [], []],
    [
      "fails on both",
      {
        real: new Map([...failed, ["reads", { outcome: "passed" }]]),
        here: new Map([...failed, ["reads", { outcome: "passed" }]]),
      },
      [],
      [],
    ],
    ["fails here", { real: passed, here: failed }, [], ["pkg/client: creates: failed\n    409"]],
    ["does not run here", { real: passed, here: none }, [], ["pkg/client: creates: missing"]],
    ["fails here, as is known", { real: passed, here: failed }, known, []],
    [
      "passes here, and should not",
      { real: passed, here: passed },
      known,
      ["pkg/client: creates: passes here; remove it from known-differences.ts"],
    ],
    ["runs nowhere", { real: none, here: none }, [], ["pkg/client: nothing passes on the real server"]],
  ] as const)("a test that %s", (_name, runs, reasons, complaints) => {
    expect(complaintsIn([compared("pkg/client", runs, reasons)])).toEqual(complaints);
  });
});
