// The length of waits: between attempts, in silence, and on the machine's clock.
import { systemClock } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type Attempt, retryDelayMs } from "../src/client/retry-policy.ts";
import type { RequestVerb } from "../src/client/request-info.ts";
import { Silence } from "../src/clock/silence.ts";
import { watchTimeoutSeconds } from "../src/watch/backoff.ts";

describe("after an attempt of a request", () => {
  const reads = ["get", "list", "head", "options"] as const;
  const others = ["watch", "create", "update", "patch", "delete", "deletecollection"] as const;
  const answered = (status: number, retryAfter?: string): Attempt => ({ kind: "answered", status, retryAfter });

  test.each<[what: string, result: Attempt, read: number | undefined, other: number | undefined]>([
    ["that reached no server", { kind: "unreachable" }, 100, undefined],
    ["that was given up", { kind: "given-up" }, undefined, undefined],
    ["answered 200", answered(200), undefined, undefined],
    ["answered 500", answered(500, "1"), undefined, undefined],
    ["answered 429", answered(429), 100, 100],
    ["answered 503", answered(503), 100, undefined],
    ["answered 429 with a time", answered(429, "2"), 2_000, 2_000],
    ["answered 503 with a time", answered(503, "2"), 2_000, 2_000],
    ["answered 503 with no time at all", answered(503, "0"), 100, 100],
    ["answered 503 with the longest time", answered(503, "10"), 10_000, 10_000],
    ["answered 503 with a time that is too long", answered(503, "11"), undefined, undefined],
    ["answered 503 with a date", answered(503, "Wed, 21 Oct 2026 07:28:00 GMT"), 100, undefined],
    ["answered 429 with a date", answered(429, "Wed, 21 Oct 2026 07:28:00 GMT"), 100, 100],
  ])("%s", (_what, result, read, other) => {
    const delays = (verbs: readonly RequestVerb[]) => new Set(verbs.map((verb) => retryDelayMs(verb, 1, result, 0.5)));
    expect([delays(reads), delays(others)]).toEqual([new Set([read]), new Set([other])]);
  });

  test("waits double, with a random quarter, and stop after the fifth attempt", () => {
    const delays = (random: number) =>
      [1, 2, 3, 4, 5, 6].map((attempt) => retryDelayMs("get", attempt, { kind: "unreachable" }, random));
    expect(delays(0)).toEqual([75, 150, 300, 600, undefined, undefined]);
    expect(delays(0.5)).toEqual([100, 200, 400, 800, undefined, undefined]);
    expect(delays(1)).toEqual([125, 250, 500, 1_000, undefined, undefined]);
  });
});

test("a watch requests a timeout of five to ten minutes, in whole seconds", () => {
  expect([0, 0.5, 0.999, 1].map(watchTimeoutSeconds)).toEqual([300, 450, 600, 600]);
});

describe("silence", () => {
  test("that lasts too long aborts, however often it was broken before", async () => {
    const clock = new FakeClock();
    const silence = new Silence(clock, 100);
    silence.begin();
    for (let round = 0; round < 3; round += 1) {
      await clock.advance(90);
      silence.broken();
    }
    await clock.advance(99);
    expect([silence.signal.aborted, silence.wasTooLong, silence.longestMs]).toEqual([false, false, 100]);
    await clock.advance(1);
    expect([silence.signal.aborted, silence.wasTooLong]).toEqual([true, true]);
    expect(silence.signal.reason).toEqual(new Error("No data arrived for 100 ms"));
  });

  test("is measured from its start", async () => {
    const clock = new FakeClock();
    const silence = new Silence(clock, 100);
    await clock.advance(1_000);
    expect(silence.signal.aborted).toBe(false);
    silence.begin();
    await clock.advance(99);
    expect(silence.signal.aborted).toBe(false);
    await clock.advance(1);
    expect(silence.signal.aborted).toBe(true);
  });

  test("follows another signal, with its reason, until it is released", () => {
    const [followed, ended, released] = [new AbortController(), new AbortController(), new AbortController()];
    const reason = new Error("over");
    const silences = [followed, ended, released].map((each) => new Silence(new FakeClock(), 100, each.signal));
    silences[1]?.end();
    silences[2]?.release();
    for (const each of [followed, ended, released]) each.abort(reason);
    expect(silences.map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
    expect(silences[0]?.signal.reason).toBe(reason);
    expect(silences.some(({ wasTooLong }) => wasTooLong)).toBe(false);
  });

  test("follows a signal that is already aborted", () => {
    const silence = new Silence(new FakeClock(), 100, AbortSignal.abort("why"));
    expect([silence.signal.aborted, silence.signal.reason]).toEqual([true, "why"]);
  });

  test.each(["end", "release", "abort"] as const)("leaves no timer after %s", async (by) => {
    const clock = new FakeClock();
    const followed = new AbortController();
    const silence = new Silence(clock, 100, followed.signal);
    silence.begin();
    expect(clock.pendingTimers).toBe(1);
    if (by === "abort") followed.abort();
    else silence[by]();
    expect(clock.pendingTimers).toBe(0);
    await clock.advance(1_000);
    expect(silence.wasTooLong).toBe(false);
  });
});

describe("the machine's clock", () => {
  afterEach(() => {
    vi.useRealTimers();
  });
  const longest = 2 ** 31 - 1;

  test.each([0, 5, longest, longest + 1, 3 * longest])(
    "waits %i ms, even beyond the limit of a JavaScript timer",
    (ms) => {
      vi.useFakeTimers();
      let fired = 0;
      systemClock.setTimer(ms, () => (fired += 1));
      if (ms > 0) {
        vi.advanceTimersByTime(ms - 1);
        expect(fired).toBe(0);
      }
      vi.advanceTimersByTime(1);
      expect([fired, vi.getTimerCount()]).toEqual([1, 0]);
    },
  );

  test("treats a past time as zero, and cancels timers in any part of their wait", () => {
    vi.useFakeTimers();
    let fired = 0;
    systemClock.setTimer(-5, () => (fired += 1));
    const long = systemClock.setTimer(2 * longest, () => (fired += 1));
    vi.advanceTimersByTime(longest + 1);
    expect(fired).toBe(1);
    long.cancel();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(longest);
    expect(fired).toBe(1);
  });

  test("shows the machine's time", () => {
    vi.useFakeTimers({ now: 1_000 });
    const before = systemClock.monotonic();
    expect(systemClock.now()).toBe(1_000);
    vi.advanceTimersByTime(20);
    expect([systemClock.now(), systemClock.monotonic() - before]).toEqual([1_020, 20]);
  });

  test("sleeps, and stops when its signal aborts", async () => {
    vi.useFakeTimers();
    const ending = new AbortController();
    const slept = systemClock.sleep(50);
    const ended = systemClock.sleep(50, ending.signal);
    ending.abort(new Error("over"));
    await expect(ended).rejects.toThrow("over");
    vi.advanceTimersByTime(50);
    await expect(slept).resolves.toBeUndefined();
  });
});
