import { type CoreCaseReport, runCoreConformance, upstreamCRDs } from "@capstan/testkit";
import { expect, test } from "vitest";
import { goAvailable, goManager, ownManager } from "./managers.ts";

// Starts a core, and runs all cases concurrently.
const timeout = 240_000;

/** The violated facts. */
function broken(cases: readonly CoreCaseReport[]): string[] {
  return cases.filter(({ verdict }) => verdict === "broken").map(({ expected }) => expected);
}

test("the core controllers of this repository do everything that providers rely on", { timeout }, async () => {
  const cases = await runCoreConformance({ provider: ownManager("core-controllers"), withinSeconds: 60 });
  expect(broken(cases)).toEqual([]);
  expect(cases).toHaveLength(15);
});

test.runIf(goAvailable)(
  "the Go core does, too, except that its Machines do not notice the end of their Cluster's pause",
  { timeout },
  async () => {
    const cases = await runCoreConformance({ provider: goManager("core-manager"), crds: upstreamCRDs("core") });
    // Its Machine controller watches Clusters only for an initialized control plane.
    expect(broken(cases)).toEqual(["continues without another event once the Cluster is unpaused"]);
    expect(cases).toHaveLength(15);
  },
);

test("an inactive core is rejected because no case was tried", { timeout }, async () => {
  const idle = `${process.execPath} ${import.meta.dirname}/run-idle-core.ts`;
  await expect(runCoreConformance({ provider: idle, withinSeconds: 2 })).rejects.toThrow(
    "The core has not sent a write",
  );
});
