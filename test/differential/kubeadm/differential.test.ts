import { KubeadmConfigSpec } from "@capstan/bootstrap-kubeadm";
import { describe, expect, test } from "vitest";
import { referenceAvailable } from "@capstan/harness/go";
import { allCases } from "./cases/all-cases.ts";
import { hasLeaf, leavesOf } from "./cases/schema-arbitrary.ts";
import { describeFindings } from "./describe-findings.ts";
import { runAll } from "./run-all.ts";

const cases = allCases();

test("there are at least 150 cases with unique names", () => {
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  expect(cases.length).toBeGreaterThanOrEqual(150);
});

test("every field of the spec is in at least three cases", () => {
  const rare = leavesOf(KubeadmConfigSpec).filter(
    (place) => cases.filter(({ spec }) => hasLeaf(spec, place)).length < 3,
  );
  expect(rare).toEqual([]);
});

describe.runIf(referenceAvailable)("compared with the Go kubeadm bootstrap manager", () => {
  test("the data is the same, except for differences with a reason, and valid", async () => {
    const sections = describeFindings(await runAll());
    expect(sections.flatMap(({ problems }) => problems)).toEqual([]);
  });
});
