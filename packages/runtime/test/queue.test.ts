import { expect, test } from "vitest";
import { createRequest, RateLimiter, type Request, WorkQueue } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";

const request = (name: string): Request => createRequest(name, "default");
function drain(queue: WorkQueue): string[] {
  const names: string[] = [];
  for (let next = queue.take(); next !== undefined; next = queue.take()) names.push(next.name);
  return names;
}

test("a request waits once however often it is added, and returns if it was added during its work", () => {
  const queue = new WorkQueue({ clock: new FakeClock() });
  for (const name of ["a", "b", "a", "a"]) queue.add(request(name));
  expect(queue.depth).toBe(2);
  const first = queue.take();
  // when it is added twice more during its work
  queue.add(request("a"));
  queue.add(request("a"));
  expect(drain(queue)).toEqual(["b"]);
  // then it is ready again after the work, once
  queue.done(first ?? request("?"));
  expect(drain(queue)).toEqual(["a"]);
});

test("higher priorities come first, equal ones in order, and a later higher priority lifts a waiting request", () => {
  const queue = new WorkQueue({ clock: new FakeClock() });
  for (const name of ["old-1", "old-2", "old-3"]) queue.add(request(name), { priority: -100 });
  queue.add(request("new-1"));
  queue.add(request("old-3"));
  queue.add(request("new-1"), { priority: -100 });
  expect(drain(queue)).toEqual(["new-1", "old-3", "old-1", "old-2"]);
});

test("a request that returns after its work can be lifted like any waiting request", () => {
  const queue = new WorkQueue({ clock: new FakeClock() });
  queue.add(request("a"));
  const first = queue.take() ?? request("?");
  queue.add(request("b"));
  queue.add(first);
  queue.done(first);
  queue.add(first, { priority: 10 });
  expect(drain(queue)).toEqual(["a", "b"]);
});

test("of two delays that end together the first keeps its priority", async () => {
  const clock = new FakeClock();
  const queue = new WorkQueue({ clock });
  queue.add(request("a"), { afterMs: 10, priority: 5 });
  queue.add(request("a"), { afterMs: 10 });
  await clock.advance(10);
  expect(queue.depths).toEqual(new Map([[5, 1]]));
});

test("the earliest of several delays counts, and no request comes before its time", async () => {
  const clock = new FakeClock();
  const queue = new WorkQueue({ clock });
  queue.add(request("a"), { afterMs: 5_000 });
  queue.add(request("a"), { afterMs: 1_000 });
  queue.add(request("a"), { afterMs: 9_000 });
  await clock.advance(999);
  expect(drain(queue)).toEqual([]);
  await clock.advance(1);
  expect(drain(queue)).toEqual(["a"]);
  expect(clock.pendingTimers).toBe(0);
});

test("failures of one request wait 5 ms, doubling to 30 s, until they are forgotten", () => {
  const queue = new WorkQueue({ clock: new FakeClock(), backoff: { burst: 1_000 } });
  const delays = Array.from({ length: 15 }, () => queue.addRateLimited(request("a")));
  expect(delays.slice(0, 4)).toEqual([5, 10, 20, 40]);
  expect(delays.slice(-2)).toEqual([30_000, 30_000]);
  queue.forget(request("a"));
  expect(queue.addRateLimited(request("a"))).toBe(5);
});

test("many requests that fail together do not retry together", async () => {
  const clock = new FakeClock();
  const limiter = new RateLimiter(clock, { burst: 3, perSecond: 10 });
  expect(["a", "b", "c", "d", "e"].map((key) => limiter.next(key))).toEqual([5, 5, 5, 100, 200]);
  await clock.advance({ seconds: 1 });
  expect(limiter.next("f")).toBe(5);
});

test("after a shutdown no request waits and none can be added", () => {
  const clock = new FakeClock();
  const queue = new WorkQueue({ clock });
  queue.add(request("a"));
  queue.add(request("b"), { afterMs: 10 });
  queue.shutDown();
  queue.add(request("c"));
  expect(drain(queue)).toEqual([]);
  expect(clock.pendingTimers).toBe(0);
});
