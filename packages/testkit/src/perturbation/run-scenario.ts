import { systemClock } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { cloudClockOf } from "./cloud-clock.ts";
import type { Schedule } from "./disturbance.ts";
import { playScenario, type Reference, type Run } from "./play-scenario.ts";
import type { Scenario } from "./scenario.ts";
import { Stage } from "./stage.ts";

/**
 * Runs a scenario once, on its own clock.
 *
 * @param reference - the expected result. Default: this run is the reference.
 */
export async function runScenario(scenario: Scenario, schedule: Schedule, reference?: Reference): Promise<Run> {
  await using closing = new AsyncDisposableStack();
  const clock = new FakeClock({ startMs: Math.floor(systemClock.now() / 1_000) * 1_000 });
  const world = await scenario.prepare({ clock, cloudClock: cloudClockOf(clock), closing });
  const stage = closing.use(await Stage.open({ scenario, world, clock, schedule }));
  return await playScenario(stage, { ...scenario, schedule, reference });
}
