import {
  Cache,
  channelSource,
  type Client,
  Controller,
  createRequest,
  ManagerMetrics,
  Result,
  silentLogger,
} from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { expect, test } from "vitest";

test("each reconcile ends at its own deadline, and passes its worker to the next", async () => {
  // given a controller with two workers whose reconciles, each in its own namespace, end only at their signal
  const clock = new FakeClock();
  const source = channelSource();
  const ended: string[] = [];
  const controller = new Controller({
    name: "slow",
    sources: [source],
    concurrency: 2,
    reconciler: {
      reconcile: ({ name }, { signal }) =>
        new Promise((resolve) => {
          const end = (): void => {
            ended.push(`${name} at ${clock.monotonic() / 1_000}`);
            resolve(Result.awaitChange());
          };
          if (name === "quick") end();
          else signal.addEventListener("abort", end, { once: true });
        }),
    },
  });
  const deadlines = { reconcileTimeoutMs: 60_000, deadlineClock: clock };
  const cache = new Cache({ client: {} as Client });
  const context = { cache, clock, logger: silentLogger, metrics: new ManagerMetrics(), concurrency: 2, ...deadlines };
  await controller.startSources(context);
  controller.startWorkers();

  // when they start at different times: "quick" ended long before, "d" takes the place of "b", "e" of "c"
  for (const [name, afterSeconds] of [
    ["quick", 5],
    ["b", 20],
    ["c", 1],
    ["d", 1],
    ["e", 1],
  ] as const) {
    source.push(createRequest(name, name));
    await clock.advance({ seconds: afterSeconds });
  }
  await clock.advance({ minutes: 3 });

  // then
  expect(ended).toEqual(["quick at 0", "b at 65", "c at 85", "d at 125", "e at 145"]);
  expect(controller.longestRunning).toBeUndefined();
  await controller.stop();
  expect(clock.pendingTimers).toBe(0);
});
