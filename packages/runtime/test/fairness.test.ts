// Waiting requests take turns and resources are shared: no namespace blocks the others, however much it does.
import { createRequest, RateLimiter, type Request, WorkQueue } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FairLine } from "../src/fairness/fair-line.ts";
import { LinkedList, Place } from "../src/fairness/linked-list.ts";
import { SharedPlaces } from "../src/fairness/shared-places.ts";
import { PriorityLevels, type WaitingInLevel } from "../src/queue/priority-levels.ts";

const many = 200_000;

describe("a line", () => {
  test("gives each group its turn, and serves the values of a group in order of arrival", () => {
    const line = new FairLine<string>();
    for (const value of ["a1", "a2", "a3", "b1", "c1", "b2"]) line.add(value.charAt(0), value);
    expect(Array.from({ length: 7 }, () => line.take())).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", undefined]);
  });

  test("skips groups that may not have a turn, and checks no more than those", () => {
    const line = new FairLine<string>();
    for (let index = 0; index < many; index += 1) line.add("evil", "of evil");
    line.add("full", "of full");
    for (let index = 0; index < 1_000; index += 1) line.add(`n${index}`, `of n${index}`);
    const asked: string[] = [];
    const mayHaveTurn = (group: string): boolean => {
      asked.push(group);
      return group.startsWith("n");
    };
    // when a thousand are taken from a line of 201,001
    const taken = Array.from({ length: 1_000 }, () => line.take(mayHaveTurn));
    // then each of them checked the two skipped groups, and its own group once
    expect(taken).toEqual(Array.from({ length: 1_000 }, (_, index) => `of n${index}`));
    expect(asked).toHaveLength(3_000);
    expect(line.size).toBe(many + 1);
  });

  test("asks each group once per take, also after a turn or a removal", () => {
    const line = new FairLine<string>();
    const [, removed] = ["a1", "b1", "c1", "a2", "c2"].map((value) => line.add(value.charAt(0), value));
    expect(line.take()).toBe("a1");
    if (removed !== undefined) line.remove(removed);
    const asked: string[] = [];
    const noOne = (group: string): boolean => {
      asked.push(group);
      return false;
    };
    expect(line.take(noOne)).toBeUndefined();
    expect(asked).toEqual(["c", "a"]);
    expect([line.groups, line.size]).toEqual([2, 3]);
    expect([line.take(), line.take(), line.take(), line.take()]).toEqual(["c1", "a2", "c2", undefined]);
    expect([line.groups, line.size]).toEqual([0, 0]);
  });

  test("keeps the places of the others when a value in the middle leaves", () => {
    const list = new LinkedList<string>();
    const places = ["a", "b", "c", "d"].map((value) => new Place(value));
    for (const place of places) list.append(place);
    const [first, second, third] = places;
    if (second !== undefined) list.remove(second);
    if (third !== undefined) list.remove(third);
    expect([list.first, list.first?.after?.value, list.size]).toEqual([first, "d", 2]);
  });

  test("is, per group, a list from which any value can leave", () => {
    const change = fc.record({ group: fc.constantFrom("a", "b", "c"), does: fc.constantFrom("add", "remove", "take") });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 80 }), (changes) => {
        const line = new FairLine<number>();
        let model: { group: string; value: number; waiting: ReturnType<typeof line.add> }[] = [];
        for (const [value, { group, does }] of changes.entries()) {
          if (does === "add") model.push({ group, value, waiting: line.add(group, value) });
          const own = model.find((each) => each.group === group);
          if (does === "remove" && own !== undefined) {
            line.remove(own.waiting);
            model = model.filter((each) => each !== own);
          }
          if (does === "take") {
            expect(line.take((each) => each === group)).toBe(own?.value);
            model = model.filter((each) => each !== own);
          }
          expect(line.size).toBe(model.length);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe("places", () => {
  /** How many places a group gets when it takes all it may. */
  function grab(places: SharedPlaces, group: string): number {
    let count = 0;
    for (; places.isFor(group); count += 1) places.take(group);
    return count;
  }

  test.each([
    [1, [1, 0]],
    [2, [1, 1, 0]],
    [3, [2, 1, 0]],
    [5, [4, 1, 0]],
    [10, [8, 1, 1, 0]],
    [32, [25, 5, 1, 1, 0]],
    [100, [80, 16, 3, 1, 0]],
  ])("with a total of %i: groups that take all they may still leave some to the next", (size, counts) => {
    const places = new SharedPlaces(size);
    expect(counts.map((_, index) => grab(places, `g${index}`))).toEqual(counts);
  });

  test("are free again once they are released, and count by group", () => {
    const places = new SharedPlaces(4);
    expect(grab(places, "a")).toBe(3);
    places.release("a");
    expect([places.taken, places.hasFree, places.isFor("a"), grab(places, "b"), places.isFor("a")]).toEqual([
      2,
      true,
      true,
      1,
      false,
    ]);
    places.release("b");
    expect(places.isFor("a")).toBe(true);
  });

  test("never let one group have the last place of two or more, in any order of taking and releasing", () => {
    const step = fc.record({ group: fc.constantFrom("a", "b", "c", "d"), takes: fc.boolean() });
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 40 }), fc.array(step, { maxLength: 120 }), (size, steps) => {
        const places = new SharedPlaces(size);
        const held = new Map<string, number>();
        for (const { group, takes } of steps) {
          const count = held.get(group) ?? 0;
          if (takes && places.isFor(group)) {
            places.take(group);
            held.set(group, count + 1);
          } else if (!takes && count > 0) {
            places.release(group);
            held.set(group, count - 1);
          }
          const total = [...held.values()].reduce((sum, each) => sum + each, 0);
          expect(places.taken).toBe(total);
          expect(total).toBeLessThanOrEqual(size);
          for (const one of held.values()) expect(one).toBeLessThan(size);
          // A group without a place is refused only when no place is free.
          expect(places.isFor("newcomer")).toBe(total < size);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe("levels of priority", () => {
  const takeAll = (levels: PriorityLevels<string>, count: number) =>
    Array.from({ length: count }, () => levels.takeFirst());

  test("are served in order, except every fourth value, which comes from the level skipped for the longest time", () => {
    const levels = new PriorityLevels<string>();
    for (const priority of [2, 1, 0]) {
      for (let index = 0; index < 8; index += 1) levels.add("", priority, String(priority));
    }
    expect(takeAll(levels, 24).join("")).toBe("222122202210" + "1110" + "1110" + "0000");
  });

  test("that are higher and never empty do not starve lower levels", () => {
    const levels = new PriorityLevels<string>();
    for (let index = 0; index < 10; index += 1) levels.add("victim", -100, `victim-${index}`);
    const taken: string[] = [];
    for (let index = 0; taken.length < 60; index += 1) {
      levels.add("evil", 0, "evil");
      taken.push(levels.takeFirst() ?? "none");
    }
    expect(taken.filter((each) => each !== "evil")).toEqual(
      Array.from({ length: 10 }, (_, index) => `victim-${index}`),
    );
    expect(taken.lastIndexOf("victim-9")).toBeLessThan(40);
  });

  test("remember their last turn while they are empty", () => {
    const levels = new PriorityLevels<string>();
    for (let index = 0; index < 20; index += 1) levels.add("", 0, "h");
    levels.add("", -2, "b");
    expect(takeAll(levels, 4).join("")).toBe("hhhb");
    levels.add("", -1, "a");
    expect(takeAll(levels, 4).join("")).toBe("hhha");
    levels.add("", -1, "a");
    levels.add("", -2, "b");
    expect(takeAll(levels, 8).join("")).toBe("hhhbhhha");
  });

  test("have their turn although a higher level has values, if none of these may be taken", () => {
    const levels = new PriorityLevels<string>();
    levels.add("evil", 0, "evil");
    levels.add("victim", -100, "victim");
    expect(levels.takeFirst((group) => group !== "evil")).toBe("victim");
    expect(levels.takeFirst((group) => group !== "evil")).toBeUndefined();
    expect(levels.takeFirst()).toBe("evil");
  });

  test("keep every waiting value until it is taken or removed, however many priorities exist", () => {
    const change = fc.record({
      value: fc.nat(15),
      priority: fc.integer({ min: -6, max: 6 }),
      does: fc.constantFrom("add", "remove", "take", "clear"),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
        const levels = new PriorityLevels<number>();
        const model = new Map<number, WaitingInLevel<number>>();
        for (const { value, priority, does } of changes) {
          const known = model.get(value);
          if (does === "add" && known === undefined) model.set(value, levels.add(`n${value % 3}`, priority, value));
          if (does === "remove" && known !== undefined) {
            levels.remove(known);
            model.delete(value);
          }
          if (does === "take") {
            const taken = levels.takeFirst();
            expect(taken === undefined).toBe(model.size === 0);
            if (taken !== undefined) expect(model.delete(taken)).toBe(true);
          }
          if (does === "clear" && value === 0) {
            levels.clear();
            model.clear();
          }
          const sizes = new Map(
            [...Map.groupBy(model.values(), (each) => each.level.priority)].map(([of, all]) => [of, all.length]),
          );
          expect(new Map([...levels.sizes].sort())).toEqual(new Map([...sizes].sort()));
          expect(levels.size).toBe(model.size);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe("a queue", () => {
  const taken = (queue: WorkQueue, count: number): string[] =>
    Array.from({ length: count }, () => {
      const request = queue.take();
      return request === undefined ? "none" : `${request.namespace ?? ""}/${request.name}`;
    });

  test("takes a victim's second request after two of the attacker's twenty thousand, in any order of arrival", () => {
    const queue = new WorkQueue({ clock: new FakeClock() });
    for (let index = 0; index < 20_000; index += 1) queue.add(createRequest(String(index), "evil"));
    for (const request of [createRequest("1", "victim"), createRequest("2", "victim"), createRequest("node")]) {
      queue.add(request);
    }
    expect(taken(queue, 6)).toEqual(["evil/0", "victim/1", "/node", "evil/1", "victim/2", "evil/2"]);
    expect(queue.depth).toBe(20_000 - 3);
  });

  test("lets each namespace have all turns it requests, in every order of adding", () => {
    const request = fc.record({ namespace: fc.constantFrom("a", "b", "c"), name: fc.nat(20) });
    fc.assert(
      fc.property(fc.array(request, { maxLength: 60 }), (requests) => {
        const queue = new WorkQueue({ clock: new FakeClock() });
        for (const { namespace, name } of requests) queue.add(createRequest(String(name), namespace));
        const order: Request[] = [];
        for (let next = queue.take(); next !== undefined; next = queue.take()) order.push(next);
        // Between two requests of one namespace, each other waiting namespace has one.
        const left = new Map(
          [...Map.groupBy(order, ({ namespace }) => namespace ?? "")].map(([of, all]) => [of, all.length]),
        );
        const since = new Map([...left.keys()].map((of) => [of, 0]));
        for (const { namespace = "" } of order) {
          for (const [of, count] of since) since.set(of, of === namespace ? 0 : count + 1);
          left.set(namespace, (left.get(namespace) ?? 0) - 1);
          for (const [of, count] of since) if ((left.get(of) ?? 0) > 0) expect(count).toBeLessThan(left.size);
        }
      }),
      { numRuns: 100 },
    );
  });

  test("delays the retry of a request that held a worker for long by at least the same time", () => {
    const queue = new WorkQueue({ clock: new FakeClock() });
    const delay = (name: string, heldMs: number) => queue.addRateLimited(createRequest(name, "n"), { heldMs });
    expect([delay("a", 20_000), delay("b", 4_999), delay("c", 60_000), delay("a", 3)]).toEqual([20_000, 5, 60_000, 10]);
  });

  test("retries a failure in one namespace independently of failures in another", async () => {
    const clock = new FakeClock();
    const limiter = new RateLimiter(clock);
    const waits = (group: string, count: number) =>
      Array.from({ length: count }, (_, index) => limiter.next(`${group}/${index}`, { group }));
    expect(Math.max(...waits("evil", 1_000))).toBe(90_000);
    expect(waits("victim", 100)).toEqual(Array.from({ length: 100 }, () => 5));
    await clock.advance({ minutes: 2 });
    expect(waits("evil", 1)).toEqual([10]);
  });
});
