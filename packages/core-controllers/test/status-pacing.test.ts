import { type Condition } from "@capstan/contract";
import { ApiError, Result } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AttemptedNames } from "../src/controllers/machine-set/attempted-names.ts";
import { machineStatusChange } from "../src/controllers/machine/status-change.ts";
import { Pace } from "../src/kit/pace.ts";
import { isRefusal } from "../src/kit/refusal.ts";
import { setStatusChange } from "../src/kit/set-status-change.ts";
import { soonest } from "../src/kit/soonest.ts";
import { StatusPace } from "../src/kit/status-pace.ts";
import { isAbsent, watchLagMs } from "../src/references/watch-lag.ts";
import { found } from "./scene/objects.ts";

const lastTransitionTime = "2030-01-01T00:00:00Z";
const condition = (type: string, status: Condition["status"], message = ""): Condition => {
  return { type, status, reason: "R", message, lastTransitionTime };
};

test("a controller returns after the shortest of its waits, and never without one", () => {
  expect(soonest()).toEqual(Result.awaitChange());
  expect(soonest(0, 0)).toEqual(Result.awaitChange());
  expect(soonest(0, 1)).toEqual(Result.requeueAfter(1));
  fc.assert(
    fc.property(fc.array(fc.nat(5_000), { minLength: 1 }), (waits) => {
      const positive = waits.filter((ms) => ms !== 0).sort((a, b) => a - b);
      const [first] = positive;
      expect(soonest(...waits)).toEqual(first === undefined ? Result.awaitChange() : Result.requeueAfter(first));
    }),
  );
});

describe("the reconcile rate of a set while only its Machines change", () => {
  test.each([
    [19, 0],
    [20, 5],
    [39, 5],
    [1_000, 250],
    [3_999, 995],
    [4_000, 1_000],
    [50_000, 1_000],
  ])("with %d Machines: after %d ms", (machines, interval) => {
    const pace = new Pace(new FakeClock());
    expect([pace.waitMs("s", "1", machines), pace.waitMs("s", "1", machines)]).toEqual([0, interval]);
  });

  test("the time runs from the last reconcile; a changed, different or recreated set does not wait", async () => {
    const clock = new FakeClock();
    const pace = new Pace(clock);
    pace.waitMs("s", "1", 1_000);
    await clock.advance(100);
    expect(pace.waitMs("s", "1", 1_000)).toBe(150);
    expect(pace.waitMs("other", "1", 1_000)).toBe(0);
    await clock.advance(150);
    expect(pace.waitMs("s", "1", 1_000)).toBe(0);
    expect(pace.waitMs("s", "1", 1_000)).toBe(250);
    expect(pace.waitMs("s", "2", 1_000)).toBe(0);
    expect(pace.waitMs("s", "2", 1_000)).toBe(250);
    pace.forget("s");
    expect(pace.waitMs("s", "2", 1_000)).toBe(0);
  });
});

describe("the kind of change in the status of a set", () => {
  const ready = { conditions: [condition("MachinesReady", "True")] };

  test.each([
    ["replicas", 1],
    ["readyReplicas", 1],
    ["availableReplicas", 1],
    ["upToDateReplicas", 1],
    ["versions", [{ version: "v1.36.0", replicas: 1 }]],
    ["deprecated", { v1beta1: { fullyLabeledReplicas: 1 } }],
  ])("%s alone count as wording, unless no status is written yet", (field, value) => {
    expect(setStatusChange(ready, { ...ready, [field]: value })).toBe("wording");
    expect(setStatusChange(undefined, { ...ready, [field]: value })).toBe("substance");
  });

  test("distinguishes no change, a message (wording), and a condition status or other field (substance)", () => {
    expect(setStatusChange(ready, ready)).toBe("none");
    expect(setStatusChange(ready, { conditions: [condition("MachinesReady", "True", "x")] })).toBe("wording");
    expect(setStatusChange(ready, { conditions: [condition("MachinesReady", "False")] })).toBe("substance");
    expect(setStatusChange(ready, { ...ready, replicas: 1, observedGeneration: 2 })).toBe("substance");
    expect(setStatusChange(ready, { ...ready, selector: "a=b" })).toBe("substance");
  });
});

describe("the status of a set", () => {
  const counted = (replicas: number) => ({ replicas });
  const changed = (generation: number) => ({ observedGeneration: generation });

  test("is written immediately, and then at most once a second after any change", async () => {
    const clock = new FakeClock();
    const pace = new StatusPace(clock);
    expect(pace.waitMs("s", undefined, changed(1))).toBe(0);
    await clock.advance(300);
    expect(pace.waitMs("s", changed(1), changed(2))).toBe(700);
    expect(pace.waitMs("other", changed(1), changed(2))).toBe(0);
    await clock.advance(700);
    expect(pace.waitMs("s", changed(1), changed(2))).toBe(0);
    expect(pace.waitMs("s", changed(2), changed(3))).toBe(1_000);
    pace.forget("s");
    expect(pace.waitMs("s", changed(2), changed(3))).toBe(0);
  });

  test("delays counters for a second, and does not restart that second", async () => {
    const clock = new FakeClock();
    const pace = new StatusPace(clock);
    expect(pace.waitMs("s", counted(1), counted(2))).toBe(1_000);
    await clock.advance(400);
    expect(pace.waitMs("s", counted(1), counted(3))).toBe(600);
    await clock.advance(600);
    expect(pace.waitMs("s", counted(1), counted(4))).toBe(0);
    expect(pace.waitMs("s", counted(4), counted(5))).toBe(1_000);
  });

  test("causes no write and no delay if it does not change", () => {
    const pace = new StatusPace(new FakeClock());
    expect(pace.waitMs("s", changed(1), changed(1))).toBe(0);
    expect(pace.waitMs("s", changed(1), changed(2))).toBe(0);
  });

  test("cancels its delay when it returns to the written value", async () => {
    const clock = new FakeClock();
    const pace = new StatusPace(clock);
    pace.waitMs("s", counted(1), counted(2));
    await clock.advance(400);
    expect(pace.waitMs("s", counted(1), counted(1))).toBe(0);
    expect(pace.waitMs("s", counted(1), counted(2))).toBe(1_000);
    await clock.advance(500);
    pace.forget("s");
    expect(pace.waitMs("s", counted(1), counted(2))).toBe(1_000);
  });
});

describe("the kind of change in the status of a Machine", () => {
  const alive = { deletion: undefined, holdsStatus: true };
  const start = { conditions: [condition("Available", "False")] };
  const withTrue = (type: string) => ({ conditions: [condition("Available", "False"), condition(type, "True")] });

  test.each(["BootstrapConfigReady", "InfrastructureReady", "UpToDate"])(
    "%s is a step, which may be delayed",
    (type) => {
      expect(machineStatusChange(start, withTrue(type), alive)).toBe("wording");
      expect(machineStatusChange(start, withTrue(type), { ...alive, holdsStatus: false })).toBe("substance");
      expect(machineStatusChange(undefined, withTrue(type), alive)).toBe("wording");
    },
  );

  test.each<[string, object]>([
    ["a Node", { nodeRef: { name: "n1" } }],
    ["that it is Ready", withTrue("Ready")],
    ["when its drain began", { deletion: { nodeDrainStartTime: lastTransitionTime } }],
    ["the reason of a failure", { deprecated: { v1beta1: { failureReason: "CreateError" } } }],
    ["the message of a failure", { deprecated: { v1beta1: { failureMessage: "no" } } }],
  ])("other controllers wait for %s", (_what, after) => {
    expect(machineStatusChange(start, { ...start, ...after }, alive)).toBe("substance");
    expect(machineStatusChange({ ...start, ...after }, start, alive)).toBe("substance");
  });

  test("a phase and a condition that is not True are steps; messages are wording; equal statuses do not count", () => {
    expect(machineStatusChange(start, { ...start, phase: "Provisioning" }, alive)).toBe("wording");
    const waiting = { conditions: [...start.conditions, condition("NodeReady", "Unknown")] };
    expect(machineStatusChange(start, waiting, alive)).toBe("wording");
    const worded = { conditions: [condition("Available", "False", "x")] };
    expect(machineStatusChange(start, worded, { ...alive, holdsStatus: false })).toBe("wording");
    expect(machineStatusChange(start, start, alive)).toBe("none");
  });

  test("another order of conditions is not awaited", () => {
    const [a, b] = [condition("Ready", "True"), condition("NodeReady", "True")];
    expect(machineStatusChange({ conditions: [a, b] }, { conditions: [b, a], phase: "Running" }, alive)).toBe(
      "wording",
    );
  });

  test("a transient deletion stage is delayed once the deletion is shown, or where steps are", () => {
    const passing = { reason: "R", message: "", passing: true };
    const shown = withTrue("Deleting");
    const after = { ...shown, nodeRef: { name: "n1" } };
    const change = (before: object, deletion: object | undefined, holdsStatus: boolean) =>
      machineStatusChange(before, after, { deletion: deletion as typeof passing, holdsStatus });
    expect(change(shown, passing, false)).toBe("wording");
    expect(change(start, passing, true)).toBe("wording");
    expect(change(start, passing, false)).toBe("substance");
    expect(change(shown, { ...passing, passing: false }, false)).toBe("substance");
    expect(change(shown, undefined, true)).toBe("substance");
  });
});

describe("the refusal of an API server", () => {
  const failed = (status: number, reason: ApiError["reason"]) => new ApiError("x", { status, reason });

  test.each([
    [400, "BadRequest", true],
    [403, "Forbidden", true],
    [404, "NotFound", true],
    [422, "Invalid", true],
    [499, "Unknown", true],
    [409, "AlreadyExists", true],
    [409, "Conflict", false],
    [429, "TooManyRequests", false],
    [399, "Unknown", false],
    [500, "InternalError", false],
    [503, "ServiceUnavailable", false],
  ] as const)("%d %s is a refusal: %j", (status, reason, expected) => {
    expect(isRefusal(failed(status, reason))).toBe(expected);
  });

  test("is not another error", () => {
    expect(isRefusal(Object.assign(new Error("x"), { status: 422 }))).toBe(false);
    expect(isRefusal(undefined)).toBe(false);
  });
});

test("names of unanswered creations are kept per set until they have an answer", () => {
  const names = new AttemptedNames();
  expect(names.of("u1")).toEqual([]);
  names.open("u1", "a");
  names.open("u1", "b");
  names.open("u2", "c");
  names.close("u1", "a");
  names.close("u3", "a");
  expect([names.of("u1"), names.of("u2")]).toEqual([["b"], ["c"]]);
  names.open("u1", "a");
  expect(names.of("u1")).toEqual(["b", "a"]);
  names.close("u1", "b");
  names.close("u1", "a");
  expect(names.of("u1")).toEqual([]);
});

describe("an object that seems missing", () => {
  const now = Date.parse(lastTransitionTime);

  test("may be unseen for two seconds after the creation of its referring object", () => {
    const created = { name: "a", creationTimestamp: lastTransitionTime };
    const waits = [-1, 0, 500, 1_999, 2_000, 60_000].map((age) => watchLagMs(created, now + age));
    expect(waits).toEqual([0, 2_000, 1_500, 1, 0, 0]);
    expect(watchLagMs({ name: "a" }, now)).toBe(0);
  });

  test("is missing itself, or has a missing CRD", () => {
    const unresolved = (reason: string) => ({ state: "unresolved", reason, message: "" }) as const;
    expect(isAbsent({ state: "missing" })).toBe(true);
    expect(isAbsent(unresolved("CRDNotInstalled"))).toBe(true);
    expect(isAbsent(unresolved("WatchFailed"))).toBe(false);
    expect(isAbsent({ state: "pending" })).toBe(false);
    expect(isAbsent(found("TestMachine"))).toBe(false);
    expect(isAbsent(undefined)).toBe(false);
  });
});
