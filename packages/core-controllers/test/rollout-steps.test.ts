import { type MachineSet } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { type Bounds } from "../src/controllers/machine-deployment/bounds.ts";
import { sortMachineSets } from "../src/controllers/machine-deployment/current-machine-set.ts";
import { planOnDelete } from "../src/controllers/machine-deployment/on-delete.ts";
import { planProportional, type ScalingState } from "../src/controllers/machine-deployment/proportional.ts";
import { planRollingUpdate } from "../src/controllers/machine-deployment/rolling-update.ts";
import { type ReplicaPlan, type SetState } from "../src/controllers/machine-deployment/set-state.ts";
import { machineDeployment, machineSet, machineTemplate } from "./scene/sets.ts";

/** A set as `replicas/actual/alive/available`; a number alone is a set at rest with all Machines available. */
function set(name: string, numbers: string, createdAt = 1): SetState {
  const [replicas = 0, actual = replicas, alive = actual, available = alive] = numbers.split("/").map(Number);
  return { name, createdAt, replicas, actual, alive, available };
}

const bounds = (wanted: number, maxSurge: number, maxUnavailable: number): Bounds => ({
  wanted,
  maxSurge,
  maxUnavailable,
});

const asObject = (plan: ReplicaPlan): Record<string, number> => Object.fromEntries(plan);

/** Old sets are called `a`, `b`, …, the oldest first. */
const oldSets = (...numbers: string[]): SetState[] =>
  numbers.map((each, index) => set(String.fromCodePoint(97 + index), each, index + 1));

describe("a step of a rolling update", () => {
  const step = (limits: Bounds, current: string, ...old: string[]) =>
    asObject(planRollingUpdate({ bounds: limits, current: set("new", current, 9), old: oldSets(...old) }));

  test.each<[does: string, limits: Bounds, current: string, old: string[], plan: Record<string, number>]>([
    ["grows the current set by maxSurge", bounds(3, 1, 0), "0", ["3"], { new: 1 }],
    ["grows it by no more than is wanted", bounds(3, 9, 0), "1", ["1"], { new: 3 }],
    ["goes on growing from where it is", bounds(5, 2, 0), "2", ["4"], { new: 3, a: 3 }],
    ["counts Machines that are not gone yet", bounds(3, 1, 0), "1", ["2/3/2/2"], {}],
    ["counts Machines that are not made yet", bounds(3, 1, 0), "1/0", ["3/3/3/3"], {}],
    ["shrinks the old set for what is available", bounds(3, 1, 0), "1", ["3"], { a: 2 }],
    ["shrinks and grows at once where both are allowed", bounds(4, 1, 1), "0", ["4"], { new: 1, a: 3 }],
    ["shrinks the oldest first", bounds(4, 1, 1), "1", ["2", "2"], { a: 0 }],
    ["shrinks the next by what is left", bounds(6, 0, 3), "0", ["2", "4"], { a: 0, b: 3 }],
    ["ends with no old Machines", bounds(3, 1, 0), "3", ["1"], { a: 0 }],
    ["shrinks a current set that is too large", bounds(3, 1, 0), "5", [], { new: 3 }],
    ["does nothing at the end", bounds(3, 1, 0), "3", ["0"], {}],
    ["removes what is not available first", bounds(4, 0, 2), "0", ["2", "2/2/2/0"], { b: 0 }],
    ["waits while available Machines might go", bounds(4, 1, 1), "1/1/1/0", ["4/4/4/3"], {}],
    ["has as many as are wanted already", bounds(3, 9, 0), "3", ["2"], { a: 0 }],
    ["has nothing to shrink without old replicas", bounds(2, 1, 0), "2", ["0/1/1/1"], {}],
  ])("%s", (_does, limits, current, old, plan) => {
    expect(step(limits, current, ...old)).toEqual(plan);
  });

  test.each<[where: string, current: string, old: string[], plan: Record<string, number>]>([
    ["the oldest set that has one gives up an unavailable Machine", "0", ["2", "2/2/2/1", "1/1/1/0"], { b: 1 }],
    ["not while a set still moves", "0", ["2/3/2/2", "2/2/2/1", "1/1/1/0"], {}],
    ["not while the current set moves", "0/1/1/1", ["2", "2/2/2/1"], {}],
    ["not where the current set is what is broken", "1/1/1/0", ["2", "2/2/2/1"], {}],
    ["and nothing where all are available", "0", ["5"], {}],
    ["and nothing of a set that should have none", "0", ["5", "0"], {}],
  ])("in a deadlock: %s", (_where, current, old, plan) => {
    expect(step(bounds(5, 0, 0), current, ...old)).toEqual(plan);
  });

  test("in a deadlock: the oldest set, in any input order", () => {
    const old = oldSets("2/2/2/1", "3/3/3/2");
    for (const listed of [old, old.toReversed()]) {
      const plan = planRollingUpdate({ bounds: bounds(5, 0, 0), current: set("new", "0", 9), old: listed });
      expect(asObject(plan)).toEqual({ a: 1 });
    }
  });
});

describe("a step when Machines are replaced on deletion", () => {
  const step = (wanted: number, current: string, ...old: string[]) =>
    asObject(planOnDelete({ bounds: bounds(wanted, 0, 0), current: set("new", current, 9), old: oldSets(...old) }));

  test.each<[does: string, wanted: number, current: string, old: string[], plan: Record<string, number>]>([
    ["does nothing while the old Machines are there", 3, "0", ["3"], {}],
    ["does not replace a deleted one in its old set", 3, "0", ["3/2/2/2"], { a: 2 }],
    ["replaces it in the current set", 3, "0", ["2"], { new: 1 }],
    ["shrinks the oldest first where there are too many", 3, "1", ["2", "2"], { a: 0 }],
    ["shrinks by what was deleted, and then by what is too many", 2, "0", ["3/2/2/2", "2"], { a: 0 }],
    ["shrinks the next by what is left", 1, "0", ["1", "3"], { a: 0, b: 1 }],
    ["shrinks the current set where it alone is too large", 2, "4", [], { new: 2 }],
    ["leaves sets that have none", 3, "3", ["0/1/1/1"], {}],
    ["leaves more Machines than a set should have to the set", 3, "0", ["3/4/4/4"], {}],
  ])("%s", (_does, wanted, current, old, plan) => {
    expect(step(wanted, current, ...old)).toEqual(plan);
  });
});

describe("scaling while a rollout is paused", () => {
  const step = (changes: Partial<ScalingState>, ...old: string[]) =>
    asObject(
      planProportional({
        bounds: bounds(10, 0, 0),
        isRollingUpdate: true,
        current: undefined,
        old: oldSets(...old),
        isSaturated: false,
        maxReplicasOf: () => undefined,
        ...changes,
      }),
    );
  const current = (numbers: string): SetState => set("new", numbers, 9);

  test("a single set with Machines takes the whole change", () => {
    expect(step({ current: current("3") }, "0")).toEqual({ new: 10 });
    expect(step({ current: current("0") }, "3", "0")).toEqual({ a: 10 });
    expect(step({ current: current("10") }, "0")).toEqual({});
  });

  test("the current set, or else the newest, takes the change if no set has Machines", () => {
    expect(step({ current: current("0") }, "0", "0")).toEqual({ new: 10 });
    expect(step({}, "0", "0")).toEqual({ b: 10 });
    const unordered = [...oldSets("0", "0", "0")].reverse();
    expect(step({ old: unordered })).toEqual({ c: 10 });
    expect(step({})).toEqual({});
  });

  test("a saturated current set reduces the old sets to zero", () => {
    expect(step({ current: current("10"), isSaturated: true }, "2", "0", "1")).toEqual({ a: 0, c: 0 });
  });

  test("sets grow and shrink in proportion; the largest set takes the rounding rest", () => {
    expect(step({ bounds: bounds(20, 0, 0), current: current("6") }, "4")).toEqual({ new: 12, a: 8 });
    expect(step({ bounds: bounds(5, 0, 0), current: current("6") }, "4")).toEqual({ new: 3, a: 2 });
    expect(step({ bounds: bounds(11, 0, 0), current: current("5") }, "3", "2")).toEqual({ new: 6 });
    expect(step({ bounds: bounds(10, 2, 0), current: current("5") }, "5")).toEqual({ new: 6, a: 6 });
  });

  test("the newest of equally large sets grows first, the oldest shrinks first", () => {
    expect(step({ bounds: bounds(7, 0, 0) }, "2", "2", "2")).toEqual({ c: 3 });
    expect(step({ bounds: bounds(5, 0, 0) }, "2", "2", "2")).toEqual({ a: 1 });
  });

  test("the share is relative to the maximum of the deployment when the set was scaled last", () => {
    const twenty = { bounds: bounds(20, 0, 0), maxReplicasOf: () => 10 };
    expect(step({ ...twenty, current: current("6/1") }, "4/1")).toEqual({ new: 12, a: 8 });
    expect(step({ ...twenty, maxReplicasOf: () => 0, current: current("6") }, "4")).toEqual({ new: 16 });
    const byName = (name: string) => (name === "a" ? 20 : 10);
    expect(step({ bounds: bounds(20, 0, 0), current: current("6"), maxReplicasOf: byName }, "4")).toEqual({ new: 16 });
  });

  test("zero desired replicas scale all sets to zero", () => {
    expect(step({ bounds: bounds(0, 3, 0), current: current("6") }, "4")).toEqual({ new: 0, a: 0 });
  });

  test("nothing changes at the desired number, nor between sets that are replaced on deletion", () => {
    expect(step({ current: current("6") }, "4")).toEqual({});
    expect(step({ current: current("6"), isRollingUpdate: false }, "1")).toEqual({});
  });
});

describe("the current set of a deployment", () => {
  const at = (minute: number) => new Date(Date.UTC(2030, 0, 1, 0, minute)).toISOString();
  const now = Date.UTC(2030, 0, 2);
  const named = (
    name: string,
    replicas: number | undefined,
    metadata: Partial<MachineSet["metadata"]> = {},
  ): MachineSet => {
    const made = machineSet(name, replicas === undefined ? {} : { replicas });
    return { ...made, metadata: { ...made.metadata, creationTimestamp: at(1), ...metadata } };
  };
  const sorted = (sets: MachineSet[], deployment = machineDeployment("d")) => {
    const { current, old } = sortMachineSets(deployment, sets, now);
    return [current?.metadata.name, ...old.map(({ metadata }) => metadata.name)];
  };

  test("has its template; all others are old", () => {
    const other = machineSet("other", { template: machineTemplate("t2") });
    expect(sorted([other, named("same", 1)])).toEqual(["same", "other"]);
    expect(sorted([other])).toEqual([undefined, "other"]);
  });

  test("is the set with the most replicas, then the oldest, then the first by name", () => {
    expect(sorted([named("few", 1), named("many", 3), named("none", undefined)])).toEqual(["many", "few", "none"]);
    expect(sorted([named("none", undefined), named("one", 1)])).toEqual(["one", "none"]);
    expect(sorted([named("a", 1, { creationTimestamp: at(5) }), named("b", 1)])).toEqual(["b", "a"]);
    expect(sorted([named("b", 1), named("a", 1)])).toEqual(["a", "b"]);
    expect(sorted([named("a", 1), named("b", 1)])).toEqual(["a", "b"]);
    // a set without a creation time counts as the oldest
    const undated: MachineSet = { ...machineSet("z"), spec: named("z", 1).spec };
    expect(sorted([named("a", 1), undated])).toEqual(["z", "a"]);
  });

  test("is not being deleted", () => {
    expect(sorted([named("going", 3, { deletionTimestamp: at(9) }), named("other", 1)])).toEqual(["other", "going"]);
  });

  test("is created after the time of a rollout that is due", () => {
    const after = (minute: number) => machineDeployment("d", { rollout: { after: at(minute) } });
    expect(sorted([named("before", 3)], after(2))).toEqual([undefined, "before"]);
    expect(sorted([named("before", 3)], after(1))).toEqual(["before"]);
    const later = machineDeployment("d", { rollout: { after: "2031-01-01T00:00:00Z" } });
    expect(sorted([named("before", 3)], later)).toEqual(["before"]);
  });
});
