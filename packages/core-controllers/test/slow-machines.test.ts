import { type Condition, type Machine } from "@capstan/contract";
import { describe, expect, test } from "vitest";
import { blockersOf } from "../src/controllers/machine-set/blockers.ts";
import { nextMachineSetStatus } from "../src/controllers/machine-set/next-status.ts";
import { upToDateWaitMs } from "../src/replicas/machine-conditions.ts";
import { describeStaleMachines, listMachines, staleWaitMs } from "../src/replicas/stale-machines.ts";
import { machineObject } from "./scene/objects.ts";
import { machineSet } from "./scene/sets.ts";
import { now, ago, condition, good, byType } from "./scene/good-machines.ts";

describe("a Machine that has not reported whether it is up to date", () => {
  const created = (seconds: number, conditions: Condition[] = []) =>
    machineObject({ metadata: { creationTimestamp: ago(seconds) }, status: { conditions } });

  test("may be silent for ten seconds", () => {
    expect([-5, 0, 4, 10, 11].map((age) => upToDateWaitMs(created(age), now))).toEqual([10_000, 10_000, 6_000, 0, 0]);
    expect(upToDateWaitMs(created(0, [condition("UpToDate", "False")]), now)).toBe(0);
    expect(upToDateWaitMs(machineObject(), now)).toBe(0);
  });

  test("is not counted during that time, and is unknown after it", () => {
    const upToDate = (machines: readonly Machine[]) =>
      byType(nextMachineSetStatus(machineSet("s"), { machines, blockers: blockersOf({ other: [] }), now }).conditions)
        .MachinesUpToDate;
    expect(upToDate([created(3)])).toMatchObject({ status: "True", reason: "NoReplicas" });
    expect(upToDate([created(3), good("m2")])).toMatchObject({ status: "True", reason: "UpToDate" });
    expect(upToDate([created(11), good("m2")])).toMatchObject({
      status: "Unknown",
      reason: "UpToDateUnknown",
      message: "* Machine m1: Condition UpToDate not yet reported",
    });
  });
});

describe("Machines by their names", () => {
  const named = (...names: string[]) => names.map((name) => machineObject({ name }));

  test.each([
    [named("a"), "Machine a is"],
    [named("b", "a"), "Machines a, b are"],
    [named("c", "b", "a"), "Machines a, b, c are"],
    [named("e", "d", "c", "b", "a"), "Machines a, b, c, ... (2 more) are"],
  ])("at most three: %#", (machines, text) => {
    expect(listMachines(machines)).toBe(text);
  });

  test("a deletion is slow after fifteen minutes, and its drain is the cause after five", () => {
    const draining = (deleted: number, drained: number | undefined, deleting: Partial<Condition> = {}) =>
      machineObject({
        metadata: { deletionTimestamp: ago(deleted) },
        status: {
          ...(drained === undefined ? {} : { deletion: { nodeDrainStartTime: ago(drained) } }),
          conditions: [{ ...condition("Deleting", "True", "failed to evict Pod", "DrainingNode"), ...deleting }],
        },
      });
    const said = (machine: Machine) => describeStaleMachines([machine], now);
    const long = "Machine m1 is in deletion since more than 15m";
    const why = ", delay likely due to Pod eviction errors";
    expect(said(draining(900, 301))).toBe("");
    expect(said(draining(901, 301))).toBe(`${long}${why}`);
    expect(said(draining(901, 300))).toBe(long);
    expect(said(draining(901, undefined))).toBe(long);
    expect(said(draining(901, 301, { status: "False" }))).toBe(long);
    expect(said(draining(901, 301, { reason: "Other" }))).toBe(long);
    expect(said(machineObject({ metadata: { deletionTimestamp: ago(901) } }))).toBe(long);
    expect(said(machineObject())).toBe("");
    expect(staleWaitMs([draining(901, 0)], now)).toBe(0);
    expect(staleWaitMs([draining(900, 0), machineObject()], now)).toBe(1_000);
  });
});
