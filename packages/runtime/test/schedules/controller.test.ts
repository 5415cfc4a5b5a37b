import {
  Cache,
  channelSource,
  type Client,
  Controller,
  ManagerMetrics,
  createRequest,
  Result,
  silentLogger,
  systemClock,
} from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { numRuns, settle, timeoutMs } from "./parts/runs.ts";

/** One reconcile: its duration and its result. */
const work = fc.record({
  takesMs: fc.constantFrom(0, 1, 40, 3_000),
  ends: fc.constantFrom("done", "fails", "again", "again soon"),
});
const step = fc.oneof(
  fc.record({ kind: fc.constant("push" as const), key: fc.constantFrom("a", "b", "c") }),
  fc.record({ kind: fc.constant("pass" as const), ms: fc.constantFrom(1, 5, 50, 1_000, 40_000) }),
  fc.record({ kind: fc.constant("set" as const), ms: fc.constantFrom(-86_400_000, -3_600_000, 3_600_000, 86_400_000) }),
);

test(
  `no key is lost or reconciled twice at a time, in ${numRuns} schedules`,
  async () => {
    let reconciles = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 25 }),
        fc.array(work, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 3 }),
        async (steps, works, concurrency) => {
          const clock = new FakeClock({ settle });
          const source = channelSource();
          /** Keys that were enqueued since their last reconcile began. */
          const owed = new Set<string>();
          const running = new Set<string>();
          const ahead = [...works];
          const controller = new Controller({
            name: "drawn",
            sources: [source],
            concurrency,
            reconciler: {
              reconcile: async ({ name }) => {
                if (running.has(name)) throw new Error(`${name} is worked on twice`);
                running.add(name);
                owed.delete(name);
                reconciles += 1;
                const { takesMs, ends } = ahead.shift() ?? { takesMs: 0, ends: "done" };
                if (takesMs > 0) await clock.sleep(takesMs);
                running.delete(name);
                if (ends !== "done") owed.add(name);
                if (ends === "fails") throw new Error("drawn");
                if (ends === "again") return Result.requeueAfter(10_000);
                return ends === "again soon" ? Result.requeueAfter(0) : Result.awaitChange();
              },
            },
          });
          const cache = new Cache({ client: {} as Client });
          const metrics = new ManagerMetrics();
          const deadlines = { reconcileTimeoutMs: 60_000, deadlineClock: systemClock };
          await controller.startSources({ cache, clock, logger: silentLogger, metrics, concurrency, ...deadlines });
          controller.startWorkers();
          for (const each of steps) {
            if (each.kind === "pass") await clock.advance(each.ms);
            else if (each.kind === "set") clock.stepWall(each.ms);
            else {
              owed.add(each.key);
              source.push(createRequest(each.key));
            }
          }
          // Longer than the sum of all drawn delays, back-off included; a clock that was set never makes it longer.
          await clock.advance({ minutes: 10 });
          await clock.advance({ minutes: 10 });
          expect([...owed]).toEqual([]);
          expect([...running]).toEqual([]);
          await controller.stop();
        },
      ),
      { numRuns },
    );
    expect(reconciles).toBeGreaterThan(numRuns);
  },
  timeoutMs,
);
