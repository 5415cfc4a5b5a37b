import type { CaseReport, ConformanceReport, CoreCaseReport } from "@capstan/testkit";
import { describe, expect, test } from "vitest";
import { render, renderCore } from "../../src/conformance/render.ts";

const common = { kind: "FooMachine", role: "InfraMachine", contract: "v1beta2", seconds: 1.5 } as const;
const cases: readonly CaseReport[] = [
  { ...common, expected: "has addresses", rules: [{ rule: "IM-012", verdict: "passed" }] },
  {
    ...common,
    expected: "is paused",
    rules: [
      { rule: "BC-021", verdict: "broken" },
      { rule: "BC-022", verdict: "blocked" },
    ],
    finding: {
      found: "it was <written> & done",
      requests: ["patch foomachines default/c1: 200"],
      objects: [{ kind: "FooMachine", metadata: { name: "c1" } }],
    },
  },
  {
    ...common,
    expected: "has data",
    rules: [{ rule: "IB-007", verdict: "not observable", reason: "its cloud cannot be looked into" }],
  },
];
const report: ConformanceReport = {
  cases,
  counts: { passed: 1, broken: 1, blocked: 1, "not observable": 1 },
  unobserved: {},
};

describe("the report", () => {
  test("as text cites rule, source, requests and objects of broken rules", () => {
    const text = render(report, "text");
    expect(text).toContain("FooMachine (InfraMachine, contract v1beta2)\n  ok        IM-012: has addresses");
    expect(text).toMatch(/BROKEN {4}BC-021, BC-022: is paused\n +found:\n +it was <written> & done/);
    expect(text).toMatch(/rule:\n +BC-021: .+ \(contracts\/.+\)\n +requests:\n +patch foomachines default\/c1: 200/);
    expect(text).toMatch(/objects:\n +---\n +kind: FooMachine\n +metadata:\n +name: c1/);
    expect(text).toContain("not seen  IB-007: has data\n            IB-007: its cloud cannot be looked into");
    expect(text).toMatch(/Cases: 1 passed, 1 with a broken rule, 0 blocked, 1 not observable\./);
  });

  test("as JSON has each rule with its statement and source", () => {
    const parsed = JSON.parse(render(report, "json")) as ConformanceReport;
    expect(parsed.cases[1]?.rules[0]).toMatchObject({
      rule: "BC-021",
      verdict: "broken",
      level: "SHOULD",
      statement: expect.stringMatching(/./) as string,
      source: expect.stringMatching(/^contracts\//) as string,
    });
  });

  test("as JUnit counts failures, errors and skipped tests, and escapes findings", () => {
    const xml = render(report, "junit");
    expect(xml).toContain('<testsuite name="FooMachine" tests="3" failures="1" errors="0" skipped="1" time="4.5">');
    expect(xml).toContain('<failure message="it was &lt;written&gt; &amp; done">');
    expect(xml).toContain('<skipped message="its cloud cannot be looked into"/>');
  });

  test("as a page escapes markup in findings", () => {
    const html = render(report, "html");
    expect(html).toContain("<summary>it was &lt;written&gt; &amp; done</summary>");
    expect(html).not.toContain("<script");
    expect(html).toContain('<td class="verdict unseen">not observable</td>');
  });
});

const coreCases: readonly CoreCaseReport[] = [
  { expected: "copies addresses", sources: ["IM-008", "phases b.3"], verdict: "passed", seconds: 1 },
  {
    expected: "is the owner",
    sources: ["IC-017", "S035"],
    verdict: "broken",
    finding: {
      found: "its owners are <none>",
      requests: ["patch playedclusters case-1/c1: 200"],
      objects: [{ kind: "Cluster", metadata: { name: "c1" } }],
    },
    seconds: 2,
  },
];

describe("the report about a core", () => {
  test("as text cites rules with their sources and proposal rows, with the observed values", () => {
    const text = renderCore(coreCases, "text");
    expect(text).toContain("The core\n  ok        IM-008, phases b.3: copies addresses");
    expect(text).toMatch(/rule:\n +IC-017: .+ \(contracts\/.+\)\n +S035: is the owner \(docs\/specification\.md\)/);
    expect(text).toContain("patch playedclusters case-1/c1: 200");
    expect(text).toMatch(/kind: Cluster\n +metadata:\n +name: c1/);
    expect(text).toMatch(/Cases: 1 passed, 1 broken\.$/);
  });

  test("as JUnit is a single suite", () => {
    const xml = renderCore(coreCases, "junit");
    expect(xml).toContain('<testsuite name="core" tests="2" failures="1" errors="0" skipped="0" time="3.0">');
    expect(xml).toContain('<failure message="its owners are &lt;none&gt;">');
  });

  test("as a page and as JSON has the same cases", () => {
    expect(renderCore(coreCases, "html")).toContain("<summary>its owners are &lt;none&gt;</summary>");
    expect(JSON.parse(renderCore(coreCases, "json"))).toEqual({ cases: coreCases });
  });
});
