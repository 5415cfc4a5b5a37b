import path from "node:path";
import process from "node:process";
import { runConformance } from "@capstan/testkit";
import { describe, expect, test } from "vitest";
import { correctMachineControlPlane, ServerConfig, ServerControlPlane } from "../raw/machine-control-planes.ts";

// Every case starts a process, and waits until it has been idle for a while.
const timeout = 1_200_000;
const raw = `${process.execPath} --conditions=source ${path.join(import.meta.dirname, "run-raw-provider.ts")}`;
const crds = [...ServerControlPlane.crds, ...ServerConfig.crds];
const settings = { parallel: 2, quietSeconds: 1, crds };

describe("a provider of control planes of Machines in its own process", () => {
  test("keeps the contract without a sample, because the suite gives it a version", { timeout }, async () => {
    const report = await runConformance({
      ...settings,
      provider: `${raw} --name "${correctMachineControlPlane.name}"`,
    });
    expect(report.cases.map(({ finding }) => finding?.found)).toEqual(report.cases.map(() => undefined));
    expect(report.counts).toMatchObject({ broken: 0, blocked: 0, "not observable": 0 });
    expect(report.counts.passed).toBeGreaterThan(0);
  });

  test("is caught if it creates Machines without the label of control planes", { timeout }, async () => {
    const fault = "creates its Machine without the label of control planes";
    const report = await runConformance({ ...settings, provider: `${raw} --fault "${fault}"`, only: ["CP-006"] });
    expect(report.counts.broken).toBeGreaterThan(0);
  });
});
