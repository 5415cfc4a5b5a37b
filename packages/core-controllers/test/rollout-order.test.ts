import { describe, expect, test } from "vitest";
import { planOnDelete } from "../src/controllers/machine-deployment/on-delete.ts";
import {
  nextReplicas,
  planRollingUpdate,
  type RolloutState,
} from "../src/controllers/machine-deployment/rolling-update.ts";
import { byAge, type SetState } from "../src/controllers/machine-deployment/set-state.ts";

/** A complete set, of whose Machines the first are available. */
function set(name: string, replicas: number, changes: Partial<SetState> = {}): SetState {
  return { name, createdAt: 1, replicas, actual: replicas, alive: replicas, available: replicas, ...changes };
}

const bounds = (wanted: number, maxSurge: number, maxUnavailable: number) => ({ wanted, maxSurge, maxUnavailable });
const planned = (state: RolloutState) => Object.fromEntries(planRollingUpdate(state));

test("sets are ordered by age, and those of the same age by name", () => {
  const sets = [set("d", 1), set("a", 1, { createdAt: 2 }), set("c", 1), set("b", 1, { createdAt: 0 })];
  const ordered = ["b", "c", "d", "a"];
  expect(sets.toSorted(byAge).map(({ name }) => name)).toEqual(ordered);
  expect(
    sets
      .toReversed()
      .sort(byAge)
      .map(({ name }) => name),
  ).toEqual(ordered);
});

describe("a rolling update", () => {
  test.each<[string, RolloutState, Record<string, number>]>([
    ["grows by maxSurge first", { bounds: bounds(3, 1, 0), current: set("new", 0), old: [set("old", 3)] }, { new: 1 }],
    [
      "shrinks the oldest set first",
      { bounds: bounds(4, 0, 1), current: set("new", 0), old: [set("young", 2, { createdAt: 2 }), set("old", 2)] },
      { old: 1 },
    ],
    [
      "shrinks, of the same age, the first by name",
      { bounds: bounds(4, 0, 1), current: set("new", 0), old: [set("b", 2), set("a", 2)] },
      { a: 1 },
    ],
    [
      "removes what is not available before what is",
      {
        bounds: bounds(4, 0, 1),
        current: set("new", 1),
        old: [set("old", 2), set("young", 2, { createdAt: 2, available: 1 })],
      },
      { young: 0 },
    ],
    [
      "removes no more than may be missing",
      { bounds: bounds(4, 0, 2), current: set("new", 0), old: [set("old", 4)] },
      { old: 2 },
    ],
    [
      "waits for new Machines that do not come up",
      { bounds: bounds(3, 1, 1), current: set("new", 1, { available: 0 }), old: [set("old", 3)] },
      { old: 2 },
    ],
    [
      "has the current set shrink to what is wanted, and the old ones go",
      { bounds: bounds(2, 1, 0), current: set("new", 3), old: [set("old", 1)] },
      { new: 2, old: 0 },
    ],
    ["is over", { bounds: bounds(2, 1, 0), current: set("new", 2), old: [set("old", 0)] }, {}],
    [
      "ends where nothing can move by giving up the oldest Machine that is not available",
      {
        bounds: bounds(3, 0, 1),
        current: set("new", 0),
        old: [
          set("c", 1, { createdAt: 3, available: 0 }),
          set("b", 1, { createdAt: 2, available: 0 }),
          set("a", 1),
          set("gone", 0, { createdAt: 0, actual: 0 }),
        ],
      },
      { b: 0 },
    ],
  ])("%s", (_what, state, expected) => {
    expect(planned(state)).toEqual(expected);
  });

  test.each([
    [2, 3, 0, 0, 3],
    [3, 3, 0, 0, 3],
    [4, 3, 1, 0, 3],
    [0, 3, 1, 3, 1],
    [0, 3, 1, 4, 0],
    [0, 3, 1, 9, 0],
    [1, 3, 5, 3, 3],
  ])(
    "from %d of %d with surge %d and %d old replicas, the current set grows to %d",
    (replicas, wanted, surge, old, expected) => {
      expect(
        nextReplicas({ bounds: bounds(wanted, surge, 0), current: set("new", replicas), old: [set("old", old)] }),
      ).toBe(expected);
    },
  );

  test("Machines in deletion count against the surge, too", () => {
    const going = set("old", 1, { actual: 3, alive: 1 });
    expect(nextReplicas({ bounds: bounds(3, 1, 0), current: set("new", 0), old: [going] })).toBe(1);
  });
});

describe("rollout when Machines are replaced on deletion", () => {
  const surplus = (old: readonly SetState[], current = set("new", 2)) =>
    Object.fromEntries(planOnDelete({ bounds: bounds(3, 0, 0), current, old }));

  test("surplus Machines are removed from the oldest set first", () => {
    expect(surplus([set("young", 2, { createdAt: 2 }), set("old", 2)])).toEqual({ old: 0, young: 1 });
    expect(surplus([set("b", 1), set("a", 1)])).toEqual({ a: 0 });
    expect(surplus([set("young", 1, { createdAt: 2 }), set("empty", 0)])).toEqual({});
  });

  test("a deleted Machine leaves its old set, and the current set replaces it", () => {
    expect(surplus([set("old", 2, { actual: 1, alive: 1, available: 1 })], set("new", 1))).toEqual({ old: 1 });
    expect(surplus([set("old", 1)], set("new", 1))).toEqual({ new: 2 });
    expect(surplus([set("old", 0, { actual: 0, alive: 0, available: 0 })], set("new", 3))).toEqual({});
  });
});
