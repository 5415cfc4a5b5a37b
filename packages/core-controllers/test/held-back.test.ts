import { ApiError, type EventRecorder, type RecordedEvent } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { describe, expect, test } from "vitest";
import { recordRefusedSet, recordScaling } from "../src/controllers/machine-deployment/set-events.ts";
import { describeRefusal, Refusals } from "../src/replicas/refusals.ts";
import { isOutdated, rolloutWaitMs, upToDateCondition } from "../src/controllers/machine/up-to-date.ts";
import { HoldBack, statusChange } from "../src/kit/hold-back.ts";
import { machineObject } from "./scene/objects.ts";
import { machineDeployment, machineSet, machineTemplate } from "./scene/sets.ts";

const lastTransitionTime = "2030-01-01T00:00:00Z";
const condition = (status: "True" | "False", reason: string, message = "") =>
  ({ type: "Ready", status, reason, message, lastTransitionTime }) as const;

describe("the kind of a status change", () => {
  test("distinguishes no change, wording and substance", () => {
    const before = { conditions: [condition("True", "A")] };
    expect(statusChange(before, before)).toBe("none");
    expect(statusChange(before, { conditions: [condition("True", "B")] })).toBe("wording");
    expect(statusChange(before, { conditions: [condition("True", "A", "other")] })).toBe("wording");
    expect(statusChange(before, { conditions: [condition("False", "A")] })).toBe("substance");
    expect(statusChange(undefined, {})).toBe("none");
    expect(statusChange(undefined, before)).toBe("substance");
  });

  test("is wording for v1beta1 conditions, and substance for other v1beta1 fields", () => {
    const old = (v1beta1: object) => ({ deprecated: { v1beta1 } });
    expect(statusChange(old({ conditions: [1] }), old({ conditions: [2] }))).toBe("wording");
    expect(statusChange({}, old({ conditions: [2] }))).toBe("wording");
    expect(statusChange(old({ readyReplicas: 1 }), old({ readyReplicas: 2 }))).toBe("substance");
  });
});

describe("wording writes", () => {
  test("wait for a second; other writes do not wait", async () => {
    const clock = new FakeClock();
    const held = new HoldBack(clock);
    expect([held.waitMs("a", "substance"), held.waitMs("a", "none")]).toEqual([0, 0]);
    expect(held.waitMs("a", "wording")).toBe(1_000);
    await clock.advance(400);
    expect(held.waitMs("a", "wording")).toBe(600);
    await clock.advance(600);
    expect(held.waitMs("a", "wording")).toBe(0);
    // written: the next write waits again
    expect(held.waitMs("a", "wording")).toBe(1_000);
  });

  test("start over after a substantial change, or after the object is forgotten", async () => {
    const clock = new FakeClock();
    const held = new HoldBack(clock);
    const forget = (): void => {
      held.forget("a");
    };
    for (const end of [() => held.waitMs("a", "substance"), forget]) {
      held.waitMs("a", "wording");
      await clock.advance(700);
      end();
      expect(held.waitMs("a", "wording")).toBe(1_000);
      held.forget("a");
    }
  });

  test("wait longer the more objects are held back, up to a limit", () => {
    const held = new HoldBack(new FakeClock(), { holdMs: 100, holdMsEach: 50, atMostMs: 180 });
    expect(["a", "b", "c"].map((key) => held.waitMs(key, "wording"))).toEqual([100, 150, 180]);
  });
});

describe("a request that the server refuses", () => {
  const refused = (details?: ApiError["details"]) =>
    new ApiError("secret words", { status: 422, reason: "Invalid", ...(details === undefined ? {} : { details }) });

  test("is described by reason and fields only, each once", () => {
    const causes = [{ field: "spec.a" }, { field: "spec.a" }, {}, { field: "<nil>" }, { field: "spec.b" }] as never;
    expect(describeRefusal(refused({ kind: "FooMachine", causes }))).toBe(
      "the API server refused the FooMachine: Invalid (spec.a, spec.b)",
    );
    expect(describeRefusal(refused())).toBe("the API server refused the object: Invalid");
    const object = { kind: "BarMachine", name: "x" } as never;
    expect(describeRefusal(new ApiError("x", { status: 403, reason: "Forbidden", object }))).toMatch(
      /the BarMachine: Forbidden/,
    );
  });

  test("is retried with growing delays, and immediately after a change", async () => {
    const clock = new FakeClock();
    const refusals = new Refusals(clock);
    const waitAfter = (version: string) => {
      const added = refusals.add("a", version, refused());
      expect(refusals.of("a", () => version)).toEqual(added);
      return added.waitMs;
    };
    expect([waitAfter("1"), waitAfter("1"), waitAfter("1")]).toEqual([1_000, 2_000, 4_000]);
    await clock.advance(1_500);
    expect(refusals.of("a", () => "1")?.waitMs).toBe(2_500);
    await clock.advance(9_000);
    expect(refusals.of("a", () => "1")?.waitMs).toBe(0);
    expect(refusals.of("a", () => "2")).toBeUndefined();
    expect(waitAfter("2")).toBe(1_000);
    refusals.forget("a");
    expect(refusals.of("a", () => "2")).toBeUndefined();
    expect(refusals.of("b", () => "2")).toBeUndefined();
  });
});

describe("Events of a rollout", () => {
  /** Returns the Events that an action with a recorder records. */
  function recorded(act: (recorder: EventRecorder) => void): RecordedEvent[] {
    const events: RecordedEvent[] = [];
    act({ record: (_object, event) => void events.push(event) });
    return events;
  }
  const scaled = (from: number | undefined, to: number | undefined, name = "s") => ({
    before: from === undefined ? undefined : machineSet(name, { replicas: from }),
    after: machineSet(name, to === undefined ? {} : { replicas: to }),
  });

  test("are one per step, with all sets that it scales", () => {
    const steps = [scaled(1, 3, "up"), scaled(2, 0, "down"), scaled(4, 4), scaled(undefined, 2, "new")];
    expect(
      recorded((recorder) => {
        recordScaling(recorder, machineDeployment("d"), steps);
      }),
    ).toEqual([
      {
        type: "Normal",
        reason: "SuccessfulScale",
        message: "Scaled up MachineSet up: 1 -> 3, down MachineSet down: 2 -> 0, up MachineSet new: 0 -> 2",
      },
    ]);
    const still = [scaled(1, 1), scaled(undefined, undefined)];
    expect(
      recorded((recorder) => {
        recordScaling(recorder, machineDeployment("d"), still);
      }),
    ).toEqual([]);
  });

  test("show a refused set without the message of the server", () => {
    const error = new ApiError("secret words", { status: 403, reason: "Forbidden" });
    const events = recorded((recorder) => {
      recordRefusedSet(recorder, machineDeployment("d"), machineSet("s"), error);
    });
    expect(events).toEqual([
      { type: "Warning", reason: "FailedCreate", message: "The API server refused to create MachineSet s: Forbidden" },
    ]);
  });
});

describe("the up-to-date state of a Machine in its deployment", () => {
  const now = Date.UTC(2030, 0, 1);
  const owners = (set: object = {}, deployment: object = {}) => ({
    machineSet: { ...machineSet("s"), ...set },
    machineDeployment: { ...machineDeployment("d"), ...deployment },
  });
  const judged = (of = owners(), kubelet?: string, spec: object = {}) =>
    upToDateCondition(machineObject({ spec }), of, kubelet, now);

  test("is true if its set has the template and its kubelet the version", () => {
    expect(judged()).toEqual({ type: "UpToDate", status: "True", reason: "UpToDate" });
    expect(judged(owners(), "v1.36.0", { version: "v1.36.0" }).status).toBe("True");
    for (const [kubelet, version] of [
      [undefined, "v1.36.0"],
      ["", "v1.36.0"],
      ["v1.35.0", ""],
    ] as const) {
      expect(judged(owners(), kubelet, { version }).status).toBe("True");
    }
  });

  test("is false while its kubelet has another version", () => {
    expect(judged(owners(), "v1.35.0", { version: "v1.36.0" })).toEqual({
      type: "UpToDate",
      status: "False",
      reason: "Updating",
      message: "* Node.status.nodeInfo.kubeletVersion v1.35.0, v1.36.0 required",
    });
  });

  test("is false while it is being updated in place", () => {
    const metadata = { annotations: { "in-place-updates.internal.cluster.x-k8s.io/update-in-progress": "" } };
    expect(upToDateCondition(machineObject({ metadata }), owners(), undefined, now)).toEqual({
      type: "UpToDate",
      status: "False",
      reason: "Updating",
      message: "* In-place update in progress",
    });
  });

  test("is false if the template differs, or a rollout is due", () => {
    const template = machineTemplate("t2", { version: "v1.36.0" });
    const differing = owners({ spec: { ...machineSet("s").spec, template } });
    expect(judged(differing).message).toBe(
      "* Version v1.36.0, none required\n* TestConfig is not up-to-date\n* TestMachine is not up-to-date",
    );
    const due = machineDeployment("d", { rollout: { after: "2029-12-31T00:00:00Z" } });
    const old = machineSet("s");
    old.metadata.creationTimestamp = "2029-01-01T00:00:00Z";
    expect(judged({ machineSet: old, machineDeployment: due })).toMatchObject({
      status: "False",
      reason: "NotUpToDate",
      message: "* MachineDeployment spec.rollout.after expired",
    });
  });

  const revision = (number: string) => ({
    metadata: {
      name: "x",
      namespace: "default",
      annotations: { "machinedeployment.clusters.x-k8s.io/revision": number },
    },
  });

  test("is false once the deployment has a later revision", () => {
    expect(isOutdated(undefined)).toBe(false);
    expect(isOutdated(owners(revision("1"), revision("2")) as never)).toBe(true);
    expect(isOutdated(owners(revision("2"), revision("2")) as never)).toBe(false);
    expect(isOutdated(owners(revision("10"), revision("9")) as never)).toBe(false);
  });

  test("includes the time until a rollout makes it outdated", () => {
    const after = (time: string) => owners({}, machineDeployment("d", { rollout: { after: time } }));
    expect(rolloutWaitMs(undefined, now)).toBe(0);
    expect(rolloutWaitMs(owners() as never, now)).toBe(0);
    expect(rolloutWaitMs(after("2030-01-01T00:00:05Z") as never, now)).toBe(5_000);
    expect(rolloutWaitMs(after("2029-01-01T00:00:05Z") as never, now)).toBe(0);
  });
});
