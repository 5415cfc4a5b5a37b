import { type PacedScope, Pacer, type Refusal } from "@capstan/provider";
import { FakeClock } from "@capstan/testkit";
import { describe, expect, test } from "vitest";

const startMs = Date.parse("2026-01-01T00:00:00Z");
const account = { name: "https://cloud.example.com", requestsPerSecond: 4 };

function start() {
  const clock = new FakeClock({ startMs });
  const scope = (uid: string): PacedScope => ({ clock, object: { metadata: { uid } } });
  const pacer = new Pacer();
  return {
    clock,
    pacer,
    turnOf: (uid: string, of = account) => pacer.takeTurn(scope(uid), of),
    /** The milliseconds until the turn of an object; 0: immediately. */
    waitMs: (uid: string, of = account): number => waitMs(() => pacer.takeTurn(scope(uid), of)),
  };
}

/** The error of an early call. */
function waitMs(call: () => unknown): number {
  try {
    call();
    return 0;
  } catch (error) {
    expect(error).toMatchObject({ code: "RateLimited", retryAfterMs: expect.any(Number) as number });
    return (error as { readonly retryAfterMs: number }).retryAfterMs;
  }
}

describe("a turn", () => {
  test("is immediate for the first object, and one request interval later for each further one", () => {
    const { waitMs: wait } = start();
    expect(["a", "b", "c"].map((uid) => wait(uid))).toEqual([0, 250, 500]);
  });

  test("is kept for an object that calls early, and used when it calls in time", async () => {
    const { waitMs: wait, clock } = start();
    for (const uid of ["a", "b", "c"]) wait(uid);
    await clock.advance(100);
    expect([wait("c"), wait("b")]).toEqual([400, 150]);
    await clock.advance(150);
    expect([wait("b"), wait("b")]).toEqual([0, 500]);
  });

  test("of a hundred simultaneous objects is granted to each within the rate", async () => {
    const { waitMs: wait, clock } = start();
    const left = new Set(Array.from({ length: 100 }, (_, index) => `uid-${index}`));
    const taken: number[] = [];
    for (let tick = 0; left.size > 0 && tick < 200; tick += 1) {
      for (const uid of left) {
        if (wait(uid) > 0) continue;
        left.delete(uid);
        taken.push(clock.monotonic());
      }
      await clock.advance(250);
    }
    expect(left.size).toBe(0);
    expect(taken).toEqual(Array.from({ length: 100 }, (_, index) => index * 250));
  });

  test("is forgotten if it is unused for a minute", async () => {
    const { waitMs: wait, clock } = start();
    for (const uid of ["a", "b"]) wait(uid);
    await clock.advance({ minutes: 2 });
    for (const uid of ["c", "d"]) wait(uid);
    expect(wait("b")).toBe(500);
  });

  test("belongs to one account: others have their own rate", () => {
    const { waitMs: wait } = start();
    wait("a");
    expect(wait("b", { name: "https://other.example.com", requestsPerSecond: 1 })).toBe(0);
    expect(wait("b")).toBe(250);
  });

  test("is independent of the wall clock, which may be set back", async () => {
    const { waitMs: wait, clock } = start();
    for (const uid of ["a", "b"]) wait(uid);
    clock.stepWall({ hours: -1 });
    await clock.advance(250);
    expect(wait("b")).toBe(0);
  });

  test.each([0, -1, NaN])("at %d requests per second is refused as an argument", (requestsPerSecond) => {
    const { turnOf } = start();
    expect(() => turnOf("a", { ...account, requestsPerSecond })).toThrow(
      expect.objectContaining({ code: "ArgumentInvalid" }) as Error,
    );
  });
});

describe("the requests of a turn", () => {
  test("are never blocked by their number, but delay later turns: the rate applies to requests", () => {
    const { turnOf, waitMs: wait } = start();
    const turn = turnOf("a");
    for (let count = 0; count < 3; count += 1) turn.request();
    expect(wait("b")).toBe(750);
  });

  test("delay turns that are already assigned, in their order", async () => {
    const { turnOf, waitMs: wait, clock } = start();
    const turn = turnOf("a");
    expect([wait("b"), wait("c")]).toEqual([250, 500]);
    for (let count = 0; count < 3; count += 1) turn.request();
    await clock.advance(250);
    expect([wait("c"), wait("b")]).toEqual([750, 500]);
    await clock.advance(500);
    expect([wait("b"), wait("c")]).toEqual([0, 250]);
  });

  test("cost others only the turn if they are not sent", () => {
    const { turnOf, waitMs: wait } = start();
    turnOf("a");
    expect(wait("b")).toBe(250);
  });
});

describe("a request that the cloud refuses as rate-limited", () => {
  const header = (value: string | null): Refusal => ({ headers: { get: () => value } });

  test.each<readonly [string, Refusal, number]>([
    ["seconds", header("3"), 3_000],
    ["a date", header("Thu, 01 Jan 2026 00:00:05 GMT"), 5_000],
    ["a date that has passed", header("Thu, 01 Jan 2025 00:00:00 GMT"), 0],
    ["nothing", header(null), 1_000],
    ["something that is not a time", header("soon"), 1_000],
    ["a century", header("3153600000"), 3_600_000],
    ["milliseconds", { retryAfterMs: 700 }, 700],
    ["a year in milliseconds", { retryAfterMs: 31_536_000_000 }, 3_600_000],
    ["no number of milliseconds", { retryAfterMs: Number.NaN }, 1_000],
  ])("blocks all objects of the account for the duration in the response: %s", async (_what, refusal, ms) => {
    const { turnOf, waitMs: wait, clock } = start();
    const turn = turnOf("a");
    const request = () => {
      turn.request();
    };
    request();
    expect(turn.refused(refusal)).toMatchObject({ code: "RateLimited", retryAfterMs: ms });

    expect(wait("b")).toBe(Math.max(ms, 250));
    expect(waitMs(request)).toBe(ms);
    await clock.advance(ms);
    expect(waitMs(request)).toBe(0);
  });

  test("cancels turns before that time", async () => {
    const { turnOf, waitMs: wait, clock } = start();
    const turn = turnOf("a");
    expect([wait("b"), wait("c")]).toEqual([250, 500]);
    turn.refused({ retryAfterMs: 10_000 });
    await clock.advance(1_000);
    expect([wait("c"), wait("b")]).toEqual([9_000, 9_250]);
  });

  test("does not affect other accounts", () => {
    const { turnOf, waitMs: wait } = start();
    turnOf("a").refused({ retryAfterMs: 10_000 });
    expect(wait("a", { ...account, name: "https://other.example.com" })).toBe(0);
  });

  test("is remembered while further accounts are used and forgotten", async () => {
    const { turnOf, waitMs: wait, clock } = start();
    turnOf("a").refused({ retryAfterMs: 3_600_000 });
    await clock.advance({ minutes: 20 });
    wait("b", { ...account, name: "https://other.example.com" });
    expect(wait("a")).toBe(2_400_000);
  });

  test("is recognized in a fetch response by its header", () => {
    const { turnOf } = start();
    const response = new Response(null, { status: 429, headers: { "Retry-After": "7" } });
    expect(turnOf("a").refused(response)).toMatchObject({ retryAfterMs: 7_000 });
  });
});
