import { systemClock } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { cloudClockOf } from "./cloud-clock.ts";
import { compareRuns } from "./compare-runs.ts";
import type { Schedule } from "./disturbance.ts";
import { PerturbationError } from "./perturbation-error.ts";
import type { PerturbOptions } from "./perturb-options.ts";
import { playScenario, type Reference, type Run } from "./play-scenario.ts";
import type { PerturbationReport } from "./report.ts";
import type { Scenario } from "./scenario.ts";
import { Stage } from "./stage.ts";

const defaultRunsAtOnce = 4;

/**
 * Runs a scenario undisturbed, then once for each disturbance at each point, and compares the results: objects and everything outside after
 * each step, invariants, and the number of writes.
 *
 * @throws PerturbationError the scenario fails without a disturbance, or a disturbed run has a different result.
 *
 * @example
 * ```ts
 * import { defineInfraMachine, InfraMachineReconciler, outcome, Type } from "@capstan/provider";
 * import { perturb } from "@capstan/testkit/perturbation";
 * import type { TestEnvironment } from "@capstan/testkit";
 * import { expect, test } from "vitest";
 *
 * const HelloMachine = defineInfraMachine({
 *   kind: "HelloMachine",
 *   versions: { v1beta2: { contract: "v1beta2", spec: Type.Object({}) } },
 * });
 *
 * class HelloMachineReconciler extends InfraMachineReconciler<typeof HelloMachine> {
 *   readonly definition = HelloMachine;
 *   reconcileMachine = () => outcome.provisioned({ providerID: "hello://1" });
 *   deleteMachine = () => outcome.deleted();
 * }
 *
 * test("a HelloMachine is provisioned, wherever its provider is killed", async () => {
 *   const scenario = {
 *     name: "a HelloMachine",
 *     prepare: () => ({ reconcilers: () => [new HelloMachineReconciler()] }),
 *     steps: {
 *       create: async (env: TestEnvironment) => {
 *         const machine = await env.createMachine({ infrastructure: HelloMachine, bootstrapData: "#cloud-config" });
 *         await env.until("provisioned", async () => (await machine.phase()).phase === "Provisioned");
 *       },
 *     },
 *   };
 *   const report = await perturb(scenario, { only: ["crash-after"] });
 *   expect(report.runs).toBe(3); // each of its writes
 * });
 * ```
 */
export async function perturb(scenario: Scenario, options: PerturbOptions = {}): Promise<PerturbationReport> {
  const report = await findDivergences(scenario, options);
  if (report.divergences.length > 0) throw new PerturbationError(report);
  return report;
}

/**
 * Like {@link perturb}, for callers that read the report themselves.
 *
 * @throws PerturbationError the scenario fails without a disturbance.
 *
 * @example
 * ```ts
 * import { defineInfraMachine, InfraMachineReconciler, outcome, Type } from "@capstan/provider";
 * import { findDivergences } from "@capstan/testkit/perturbation";
 * import type { TestEnvironment } from "@capstan/testkit";
 * import { expect, test } from "vitest";
 *
 * const HelloMachine = defineInfraMachine({
 *   kind: "HelloMachine",
 *   versions: { v1beta2: { contract: "v1beta2", spec: Type.Object({}) } },
 * });
 *
 * class HelloMachineReconciler extends InfraMachineReconciler<typeof HelloMachine> {
 *   readonly definition = HelloMachine;
 *   reconcileMachine = () => outcome.provisioned({ providerID: "hello://1" });
 *   deleteMachine = () => outcome.deleted();
 * }
 *
 * test("a HelloMachine is provisioned, wherever its provider is killed", async () => {
 *   const scenario = {
 *     name: "a HelloMachine",
 *     prepare: () => ({ reconcilers: () => [new HelloMachineReconciler()] }),
 *     steps: {
 *       create: async (env: TestEnvironment) => {
 *         const machine = await env.createMachine({ infrastructure: HelloMachine, bootstrapData: "#cloud-config" });
 *         await env.until("provisioned", async () => (await machine.phase()).phase === "Provisioned");
 *       },
 *     },
 *   };
 *   const report = await findDivergences(scenario, { only: ["answer-409"] });
 *   expect(report.divergences).toEqual([]);
 * });
 * ```
 */
export function findDivergences(scenario: Scenario, options: PerturbOptions = {}): Promise<PerturbationReport> {
  const run = runScenario.bind(undefined, scenario);
  return compareRuns({ ...scenario, run }, { runsAtOnce: defaultRunsAtOnce, ...options });
}

/**
 * Runs a scenario once, on its own clock.
 *
 * @param reference - the expected result. Default: this run is the reference.
 */
async function runScenario(scenario: Scenario, schedule: Schedule, reference?: Reference): Promise<Run> {
  await using closing = new AsyncDisposableStack();
  const clock = new FakeClock({ startMs: Math.floor(systemClock.now() / 1_000) * 1_000 });
  const world = await scenario.prepare({ clock, cloudClock: cloudClockOf(clock), closing });
  const stage = closing.use(await Stage.open({ scenario, world, clock, schedule }));
  return await playScenario(stage, { ...scenario, schedule, reference });
}
