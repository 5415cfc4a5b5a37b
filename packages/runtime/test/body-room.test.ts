import { type BodyPlace, BodyRoom } from "@capstan/kube";
import { FakeClock } from "@capstan/runtime/testing";
import { beforeEach, describe, expect, test } from "vitest";

const pace = { bytesPerSecond: 100, graceMs: 2_000 };

describe("a limit of 1,000 bytes for bodies that must arrive at 100 bytes per second", () => {
  let clock: FakeClock;
  let room: BodyRoom;
  beforeEach(() => {
    clock = new FakeClock();
    room = new BodyRoom({ bytes: 1_000, pace, setTimer: (delayMs, callback) => clock.setTimer(delayMs, callback) });
  });

  function enter(peer: string, bytes: number): BodyPlace {
    const place = room.enter(peer);
    place.received(bytes);
    return place;
  }
  async function pass(seconds: number, each: () => void): Promise<void> {
    for (let passed = 0; passed < 2 * seconds; passed += 1) {
      each();
      await clock.advance(500);
    }
  }

  test("keeps a body at that rate for any duration", async () => {
    const steady = enter("a", 1);
    await pass(9, () => {
      steady.received(50);
    });
    expect(steady.lostBy).toBeUndefined();
  });

  test.each([
    ["sends nothing", 0, 0],
    ["sends a byte now and then", 0, 1],
    ["stops after all it could send", 1_000, 0],
    ["goes on at half the pace", 500, 25],
  ])("ends a body that %s", async (_what, first, then) => {
    const slow = enter("a", first);
    await pass(5, () => {
      slow.received(then);
    });
    expect([slow.lostBy, slow.lost.aborted]).toEqual(["slow", true]);
    expect(enter("b", 1_000).lostBy).toBeUndefined();
  });

  test("counts a period in which the process was busy as one tick", () => {
    let tick = (): void => undefined;
    room = new BodyRoom({
      bytes: 1_000,
      pace,
      setTimer: (_delayMs, callback) => {
        tick = callback;
        return { cancel: () => undefined };
      },
    });
    const place = enter("a", 1);
    for (let ticks = 0; ticks < 3; ticks += 1) tick();
    expect(place.lostBy).toBeUndefined();
    tick();
    expect(place.lostBy).toBe("slow");
  });

  test("keeps a body whose response is being prepared, but ends an unread response", async () => {
    const place = enter("a", 100);
    place.whole();
    await clock.advance({ seconds: 60 });
    expect(place.lostBy).toBeUndefined();
    place.answers(900);
    await pass(3, () => {
      place.sent(50);
    });
    expect(place.lostBy).toBeUndefined();
    await clock.advance({ seconds: 3 });
    expect(place.lostBy).toBe("slow");
  });

  test("has no timer without a body", async () => {
    const places = [enter("a", 1), enter("a", 1)];
    expect(clock.pendingTimers).toBe(1);
    for (const place of places) place.leave();
    expect(clock.pendingTimers).toBe(0);
    enter("a", 1);
    await clock.advance({ seconds: 3 });
    expect(clock.pendingTimers).toBe(0);
  });

  describe("that is exhausted", () => {
    test("removes stalled bodies, even if another peer has more", async () => {
      const stopped = enter("slow", 350);
      const moving = enter("fast", 50);
      const other = enter("other", 50);
      await pass(1.5, () => {
        moving.received(150);
      });
      const late = enter("late", 200);
      expect([stopped, moving, other, late].map(({ lostBy }) => lostBy)).toEqual([
        "crowded",
        undefined,
        undefined,
        undefined,
      ]);
    });

    test("keeps a peer with at most an equal share, however slow it is compared with a peer that takes everything", async () => {
      const slow = enter("slow", 100);
      const flood = enter("flood", 100);
      await pass(1.5, () => {
        flood.received(250);
      });
      const more = enter("flood", 100);
      slow.received(100);
      expect(slow.lostBy).toBeUndefined();
      expect([flood.lostBy, more.lostBy]).toContain("crowded");
    });

    test("removes the largest body of the peer that has most", () => {
      const flood = [enter("flood", 400), enter("flood", 300), enter("flood", 250)];
      const other = enter("other", 400);
      expect([other, ...flood].map(({ lostBy }) => lostBy)).toEqual([undefined, "crowded", undefined, undefined]);
    });

    test("refuses the new body of the peer that has most, if all make progress", () => {
      const other = enter("other", 100);
      const flood = [enter("flood", 100), enter("flood", 800), enter("flood", 1)];
      expect([other, ...flood].map(({ lostBy }) => lostBy)).toEqual([undefined, undefined, "crowded", undefined]);
      expect(enter("flood", 1_001).lostBy).toBe("crowded");
      expect(other.lostBy).toBeUndefined();
    });

    test("keeps bodies with a pending response, and removes none for a body that would not fit anyway", () => {
      const answered = enter("a", 900);
      answered.whole();
      const small = enter("b", 50);
      const large = enter("c", 200);
      expect([answered, small, large].map(({ lostBy }) => lostBy)).toEqual([undefined, undefined, "crowded"]);
      answered.leave();
      expect(enter("c", 900).lostBy).toBeUndefined();
    });
  });
});
