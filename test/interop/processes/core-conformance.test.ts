import { type CoreCaseReport, runCoreConformance, upstreamCRDs } from "@capstan/testkit";
import { expect, test } from "vitest";
import { goAvailable, goManager, ownManager } from "./managers.ts";

// A core is started, and all cases are played at once.
const timeout = 240_000;

/** What is not so. */
function broken(cases: readonly CoreCaseReport[]): string[] {
  return cases.filter(({ verdict }) => verdict === "broken").map(({ expected }) => expected);
}

test("the core controllers of this repository do what providers rely on", { timeout }, async () => {
  const cases = await runCoreConformance({ provider: ownManager("core-controllers"), withinSeconds: 60 });
  expect(broken(cases)).toEqual([]);
  expect(cases).toHaveLength(15);
});

test.runIf(goAvailable)(
  "so does the Go core, but that its Machines do not notice when a pause of their Cluster ends",
  { timeout },
  async () => {
    const cases = await runCoreConformance({ provider: goManager("core-manager"), crds: upstreamCRDs("core") });
    // Its Machine controller watches Clusters only for that their control plane is initialized.
    expect(broken(cases)).toEqual(["continues without another event once the Cluster is unpaused"]);
    expect(cases).toHaveLength(15);
  },
);

test("a core that does nothing is refused: nothing was tried", { timeout }, async () => {
  const idle = `${process.execPath} ${import.meta.dirname}/run-idle-core.ts`;
  await expect(runCoreConformance({ provider: idle, withinSeconds: 2 })).rejects.toThrow(
    "The core has not sent a write",
  );
});
