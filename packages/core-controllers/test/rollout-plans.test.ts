import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Bounds, boundsOf } from "../src/controllers/machine-deployment/bounds.ts";
import { planOnDelete } from "../src/controllers/machine-deployment/on-delete.ts";
import { planProportional } from "../src/controllers/machine-deployment/proportional.ts";
import { planRollingUpdate } from "../src/controllers/machine-deployment/rolling-update.ts";
import { type ReplicaPlan, type SetState } from "../src/controllers/machine-deployment/set-state.ts";
import { scaled } from "../src/replicas/int-or-percent.ts";
import { machineDeployment } from "./scene/sets.ts";

/** A set in which the test decides whether each Machine is available. */
interface Simulated extends SetState {
  readonly isOld: boolean;
}

const bounds = fc
  .record({
    wanted: fc.integer({ min: 0, max: 12 }),
    maxSurge: fc.integer({ min: 0, max: 4 }),
    maxUnavailable: fc.integer({ min: 0, max: 4 }),
  })
  .map((drawn): Bounds => {
    const none = drawn.maxSurge === 0 && drawn.maxUnavailable === 0;
    return { ...drawn, maxUnavailable: Math.min(drawn.wanted, none ? 1 : drawn.maxUnavailable) };
  });

/** A set at rest or in a transition, whose available Machines exist. */
function setState(name: string, createdAt: number): fc.Arbitrary<SetState> {
  return fc.tuple(fc.nat(8), fc.nat(8), fc.nat(8), fc.nat(8)).map(([replicas, actual, alive, available]) => ({
    name,
    createdAt,
    replicas,
    actual,
    alive: Math.min(actual, alive),
    available: Math.min(actual, alive, available),
  }));
}

const rollout = fc.record({
  bounds,
  current: setState("current", 9),
  old: fc.tuple(setState("old-1", 1), setState("old-2", 2), setState("old-3", 3)),
});

function apply<S extends SetState>(sets: readonly S[], plan: ReplicaPlan): S[] {
  return sets.map((set) => ({ ...set, replicas: plan.get(set.name) ?? set.replicas }));
}

const sum = (sets: readonly SetState[], of: (set: SetState) => number) =>
  sets.reduce((total, set) => total + of(set), 0);

describe("a rolling update", () => {
  test("one step never exceeds maxSurge, grows an old set or goes below zero", () => {
    fc.assert(
      fc.property(rollout, (state) => {
        const plan = planRollingUpdate(state);
        for (const set of state.old) {
          const next = plan.get(set.name) ?? set.replicas;
          expect(next).toBeGreaterThanOrEqual(0);
          expect(next).toBeLessThanOrEqual(set.replicas);
        }
        const next = plan.get("current") ?? state.current.replicas;
        expect(next).toBeLessThanOrEqual(Math.max(state.bounds.wanted, 0));
        if (next <= state.current.replicas) return;
        const machines = sum([state.current, ...state.old], (set) => Math.max(set.replicas, set.actual));
        const grown =
          machines - Math.max(state.current.replicas, state.current.actual) + Math.max(next, state.current.actual);
        expect(grown).toBeLessThanOrEqual(state.bounds.wanted + state.bounds.maxSurge);
      }),
      { numRuns: 2000 },
    );
  });

  test("one step keeps enough available for any choice of deleted Machines, except one to break a deadlock", () => {
    fc.assert(
      fc.property(rollout, (state) => {
        const plan = planRollingUpdate(state);
        const least = state.bounds.wanted - state.bounds.maxUnavailable;
        const worst = (sets: readonly SetState[]) =>
          sum(sets, (set) => Math.max(0, set.available - Math.max(0, set.alive - set.replicas)));
        const before = worst([...state.old, state.current]);
        // The current set follows spec.replicas at any cost, because this is scaling and not a rollout.
        const after = worst([...apply(state.old, plan), state.current]);
        if (after >= Math.min(before, least)) return;
        const [broken, ...others] = state.old.filter(({ name }) => plan.has(name));
        expect(others).toEqual([]);
        expect(plan.size).toBe(1);
        expect(plan.get(broken?.name ?? "")).toBe((broken?.replicas ?? 0) - 1);
        expect(broken?.available).toBeLessThan(broken?.actual ?? 0);
      }),
      { numRuns: 3000 },
    );
  });

  test("unavailable new Machines block the removal of old ones, even if another removal is in progress", () => {
    // given three old replicas with a fourth Machine already being deleted, and a new Machine that does not become available
    const bounds: Bounds = { wanted: 3, maxSurge: 1, maxUnavailable: 2 };
    const old: SetState = { name: "old", createdAt: 1, replicas: 3, actual: 4, alive: 4, available: 4 };
    const current: SetState = { name: "current", createdAt: 2, replicas: 1, actual: 1, alive: 1, available: 0 };
    // when the next step is planned, then one Machine may be deleted, and two if the new Machine were available
    expect(planRollingUpdate({ bounds, current, old: [old] })).toEqual(new Map([["old", 2]]));
    expect(planRollingUpdate({ bounds, current: { ...current, available: 1 }, old: [old] }).get("old")).toBeLessThan(2);
  });

  test("old sets do not also remove the replicas that the current set removes in a step", () => {
    const bounds: Bounds = { wanted: 0, maxSurge: 1, maxUnavailable: 0 };
    const current: SetState = { name: "current", createdAt: 2, replicas: 3, actual: 1, alive: 1, available: 0 };
    const old: SetState = { name: "old", createdAt: 1, replicas: 1, actual: 3, alive: 0, available: 0 };
    expect(planRollingUpdate({ bounds, current, old: [old] })).toEqual(new Map([["current", 0]]));
  });

  test("a partly available old set gives up its replicas in one step", () => {
    const bounds: Bounds = { wanted: 0, maxSurge: 2, maxUnavailable: 1 };
    const current: SetState = { name: "current", createdAt: 2, replicas: 3, actual: 0, alive: 0, available: 0 };
    const old: SetState = { name: "old", createdAt: 1, replicas: 4, actual: 1, alive: 1, available: 1 };
    expect(Object.fromEntries(planRollingUpdate({ bounds, current, old: [old] }))).toEqual({ current: 0, old: 0 });
  });

  test("completes from any state, with enough available Machines and without exceeding the maximum", () => {
    fc.assert(
      fc.property(
        bounds.filter(({ wanted }) => wanted > 0),
        fc.array(fc.nat(6), { minLength: 1, maxLength: 3 }),
        fc.infiniteStream(fc.nat()),
        (limits, oldSizes, chance) => {
          let sets = startOf(limits, oldSizes);
          const least = limits.wanted - limits.maxUnavailable;
          const reached = () => sum(sets, ({ available }) => available);
          let wasEnough = reached() >= least;
          for (let step = 0; step < 400; step += 1) {
            sets = simulate(sets, limits, chance);
            wasEnough ||= reached() >= least;
            if (wasEnough) expect(reached()).toBeGreaterThanOrEqual(least);
          }
          expect(sets.map(({ isOld, actual }) => [isOld, actual])).toEqual(
            sets.map(({ isOld }) => [isOld, isOld ? 0 : limits.wanted]),
          );
        },
      ),
      { numRuns: 200 },
    );
  });
});

function startOf({ wanted }: Bounds, oldSizes: readonly number[]): Simulated[] {
  let left = wanted;
  const old = oldSizes.map((size, index) => {
    const replicas = index === oldSizes.length - 1 ? left : Math.min(size, left);
    left -= replicas;
    return {
      name: `old-${index}`,
      createdAt: index,
      replicas,
      actual: replicas,
      alive: replicas,
      available: replicas,
      isOld: true,
    };
  });
  return [{ name: "current", createdAt: 99, replicas: 0, actual: 0, alive: 0, available: 0, isOld: false }, ...old];
}

/** Plans, or simulates one event that the plan requests: a Machine is created, becomes available or is deleted. */
function simulate(sets: Simulated[], limits: Bounds, chance: IterableIterator<number>): Simulated[] {
  const draw = () => chance.next().value as number;
  const [current, ...old] = sets;
  if (current === undefined) return sets;
  const planned = apply(sets, planRollingUpdate({ bounds: limits, current, old }));
  const index = draw() % planned.length;
  return planned.map((set, position) => (position === index ? moved(set, draw()) : set));
}

function moved(set: Simulated, luck: number): Simulated {
  if (set.alive > set.replicas) {
    // An available Machine or any other Machine: the plan must allow for the worst.
    const hitsAvailable = set.available === set.alive || (set.available > 0 && luck % 2 === 0);
    return { ...set, alive: set.alive - 1, available: set.available - Number(hitsAvailable) };
  }
  if (set.actual > set.alive) return { ...set, actual: set.actual - 1 };
  if (set.actual < set.replicas) return { ...set, actual: set.actual + 1, alive: set.alive + 1 };
  return set.available < set.alive ? { ...set, available: set.available + 1 } : set;
}

describe("OnDelete", () => {
  test("never deletes a Machine of an old set for a new one, and ends with the desired number", () => {
    fc.assert(
      fc.property(rollout, (state) => {
        const plan = planOnDelete(state);
        const sets = apply([state.current, ...state.old], plan);
        for (const set of state.old) expect(plan.get(set.name) ?? set.replicas).toBeLessThanOrEqual(set.replicas);
        const all = sum(sets, ({ replicas }) => replicas);
        const settled = [state.current, ...state.old].every(({ replicas, actual }) => replicas === actual);
        if (settled) expect(all).toBe(state.bounds.wanted);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("scaling while a rollout is paused", () => {
  test("distributes exactly the allowed replicas in the requested direction", () => {
    fc.assert(
      fc.property(rollout, (state) => {
        const plan = planProportional({
          ...state,
          isRollingUpdate: true,
          isSaturated: false,
          maxReplicasOf: () => undefined,
        });
        const before = [state.current, ...state.old];
        const after = apply(before, plan);
        const active = before.filter(({ replicas }) => replicas > 0);
        for (const { replicas } of after) expect(replicas).toBeGreaterThanOrEqual(0);
        const allowed = state.bounds.wanted === 0 ? 0 : state.bounds.wanted + state.bounds.maxSurge;
        expect(sum(after, ({ replicas }) => replicas)).toBe(active.length <= 1 ? state.bounds.wanted : allowed);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("scaling by the previous scale of each set", () => {
  const ready = (name: string, createdAt: number, replicas: number): SetState => ({
    ...{ name, createdAt, replicas, actual: replicas },
    ...{ alive: replicas, available: replicas },
  });
  const plan = (bounds: Bounds, old: SetState[], current: SetState | undefined, most: Record<string, number>) =>
    Object.fromEntries(
      planProportional({
        ...{ bounds, old, current, isRollingUpdate: true, isSaturated: false },
        maxReplicasOf: (name) => most[name],
      }),
    );

  test("keeps sets that have the desired total", () => {
    const bounds: Bounds = { wanted: 1, maxSurge: 1, maxUnavailable: 1 };
    expect(plan(bounds, [ready("old", 1, 1)], ready("current", 9, 1), { current: 1 })).toEqual({});
  });

  test("takes all replicas of all sets for a desired number of zero, also with a previous scale of zero", () => {
    const bounds: Bounds = { wanted: 0, maxSurge: 1, maxUnavailable: 1 };
    const sets = [ready("older", 1, 2), ready("old", 2, 4)];
    expect(plan(bounds, sets, undefined, { older: 0, old: 1 })).toEqual({ older: 0, old: 0 });
  });
});

describe("bounds", () => {
  test.each([
    [10, "25%", "25%", { wanted: 10, maxSurge: 3, maxUnavailable: 2 }],
    [2, "1%", "25%", { wanted: 2, maxSurge: 1, maxUnavailable: 0 }],
    [2, "0%", "1%", { wanted: 2, maxSurge: 0, maxUnavailable: 1 }],
    [3, 0, 9, { wanted: 3, maxSurge: 0, maxUnavailable: 3 }],
    [0, 0, "1%", { wanted: 0, maxSurge: 0, maxUnavailable: 0 }],
    [3, undefined, undefined, { wanted: 3, maxSurge: 1, maxUnavailable: 0 }],
  ])("%s replicas, maxSurge %s, maxUnavailable %s", (replicas, maxSurge, maxUnavailable, expected) => {
    const rollingUpdate = {
      ...(maxSurge === undefined ? {} : { maxSurge }),
      ...(maxUnavailable === undefined ? {} : { maxUnavailable }),
    };
    const rollout = { strategy: { type: "RollingUpdate" as const, rollingUpdate } };
    expect(boundsOf(machineDeployment("d", { replicas, rollout }))).toEqual(expected);
  });

  test("a percentage is exact: 7 % of 100 is 7", () => {
    expect(scaled("7%", 100, "up")).toBe(7);
    expect(scaled("seven", 100, "up")).toBeUndefined();
  });
});
