// Requests that wait for a worker: their order, their waiting time, and a shutdown of the queue.
import { createRequest, type Request, requestFor, requestKey, WorkQueue } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { describe, expect, test } from "vitest";

const request = (name: string): Request => createRequest(name, "default");

describe("a request", () => {
  test("has a namespace only if its object has one, and is immutable", () => {
    expect(createRequest("a")).toStrictEqual({ name: "a" });
    expect(createRequest("a", "")).toStrictEqual({ name: "a" });
    expect(createRequest("a", "n")).toStrictEqual({ namespace: "n", name: "a" });
    expect(requestFor({ metadata: { name: "a", namespace: "n" } })).toStrictEqual({ namespace: "n", name: "a" });
    expect([createRequest("a", "n"), createRequest("a")].map(Object.isFrozen)).toEqual([true, true]);
    expect([createRequest("a", "n"), createRequest("a")].map(requestKey)).toEqual(["n/a", "a"]);
  });
});

describe("a queue", () => {
  function world() {
    const clock = new FakeClock();
    const waited: number[] = [];
    const queue = new WorkQueue({ clock, onTaken: (ms) => waited.push(ms) });
    let ready = 0;
    queue.onReady(() => (ready += 1));
    return {
      clock,
      queue,
      waited,
      take: () => queue.take()?.name,
      state: () => [queue.depth, queue.processing, queue.delayed, queue.adds, queue.retries, ready],
    };
  }

  test("counts ready, active, delayed, added, added-later and announced requests", async () => {
    const { clock, queue, take, state } = world();
    expect(state()).toEqual([0, 0, 0, 0, 0, 0]);
    queue.add(request("a"));
    queue.add(request("a"));
    queue.add(request("b"), { afterMs: 10 });
    expect(state()).toEqual([1, 0, 1, 2, 1, 1]);
    expect(take()).toBe("a");
    expect(state()).toEqual([0, 1, 1, 2, 1, 1]);
    queue.add(request("a"));
    expect(state()).toEqual([0, 1, 1, 3, 1, 1]);
    queue.done(request("a"));
    expect(state()).toEqual([1, 0, 1, 3, 1, 2]);
    await clock.advance(10);
    expect(state()).toEqual([2, 0, 0, 4, 1, 3]);
  });

  test("reports each request's time in the queue, from the first add after it was last taken", async () => {
    const { clock, queue, waited, take } = world();
    queue.add(request("a"));
    await clock.advance(7);
    queue.add(request("a"));
    take();
    await clock.advance(100);
    queue.add(request("a"));
    await clock.advance(5);
    queue.done(request("a"));
    await clock.advance(1);
    take();
    expect(waited).toEqual([7, 6]);
  });

  test("drops finished requests, and ignores the end of a request that was not started", () => {
    const { queue, take, state } = world();
    queue.add(request("a"));
    queue.done(request("a"));
    queue.done(request("none"));
    expect(state()).toEqual([1, 0, 0, 1, 0, 1]);
    take();
    queue.done(request("a"));
    queue.done(request("a"));
    expect(state()).toEqual([0, 0, 0, 1, 0, 1]);
    queue.add(request("a"));
    expect(take()).toBe("a");
  });

  test("raises the priority of waiting requests, also of those that wait for their current work, and lowers none", () => {
    const { queue, take } = world();
    queue.add(request("a"), { priority: 1 });
    queue.add(request("b"), { priority: 2 });
    queue.add(request("a"), { priority: 3 });
    queue.add(request("a"), { priority: -1 });
    expect(queue.depths).toEqual(
      new Map([
        [2, 1],
        [3, 1],
      ]),
    );
    expect(take()).toBe("a");
    // during its work, it is added with one priority, then with a higher one, then with a lower one
    for (const priority of [-5, 4, 0]) queue.add(request("a"), { priority });
    expect(queue.depths).toEqual(new Map([[2, 1]]));
    queue.done(request("a"));
    expect(queue.depths).toEqual(
      new Map([
        [2, 1],
        [4, 1],
      ]),
    );
    expect([take(), take(), take()]).toEqual(["a", "b", undefined]);
  });

  test("takes equal priorities in the order in which they were added, also after another add with the same priority", () => {
    const { queue, take } = world();
    for (const name of ["a", "b", "a"]) queue.add(request(name), { priority: 1 });
    expect([take(), take()]).toEqual(["a", "b"]);
  });

  test("delays a request with the given priority, and adds it at once for a delay of zero", async () => {
    const { clock, queue, take } = world();
    queue.add(request("later"), { priority: 5, afterMs: 1 });
    queue.add(request("now"), { afterMs: 0 });
    await clock.advance(1);
    expect([take(), take()]).toEqual(["later", "now"]);
  });

  test("keeps the earlier of two delays, and sets no second timer for it", async () => {
    const { clock, queue, take } = world();
    queue.add(request("a"), { afterMs: 10, priority: 1 });
    queue.add(request("a"), { afterMs: 10, priority: 2 });
    expect(clock.pendingTimers).toBe(1);
    queue.add(request("a"), { afterMs: 5, priority: 3 });
    expect(clock.pendingTimers).toBe(1);
    await clock.advance(5);
    expect([queue.depths, clock.pendingTimers]).toEqual([new Map([[3, 1]]), 0]);
    expect(take()).toBe("a");
  });

  test("drops waiting requests and those added during their work on shutdown, and lets the work end", async () => {
    const { clock, queue, take, state } = world();
    for (const name of ["busy", "waits"]) queue.add(request(name));
    queue.add(request("later"), { afterMs: 5 });
    take();
    queue.add(request("busy"));
    queue.shutDown();
    expect(state()).toEqual([0, 1, 0, 3, 1, 2]);
    queue.add(request("new"));
    expect(queue.addRateLimited(request("new"))).toBe(0);
    expect(queue.failures(request("new"))).toBe(0);
    queue.done(request("busy"));
    await clock.advance(10);
    expect([state(), take()]).toEqual([[0, 0, 0, 3, 1, 2], undefined]);
  });

  test("backs off per request, with its priority, until its failures are forgotten", async () => {
    const { clock, queue, take } = world();
    queue.add(request("low"), { priority: -1 });
    expect(queue.addRateLimited(request("a"), { priority: 1 })).toBe(5);
    expect(queue.failures(request("a"))).toBe(1);
    expect(queue.addRateLimited(request("a"))).toBe(10);
    await clock.advance(4);
    expect(queue.depth).toBe(1);
    await clock.advance(1);
    expect([take(), take()]).toEqual(["a", "low"]);
    queue.forget(request("a"));
    expect(queue.failures(request("a"))).toBe(0);
  });

  test("announces to all listeners", () => {
    const { queue } = world();
    const seen: string[] = [];
    queue.onReady(() => seen.push("first"));
    queue.onReady(() => seen.push("second"));
    queue.add(request("a"));
    expect(seen).toEqual(["first", "second"]);
  });
});
