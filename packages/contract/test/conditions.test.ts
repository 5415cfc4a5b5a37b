import {
  type Condition,
  getCondition,
  isConditionFalse,
  isConditionTrue,
  readCondition,
  providerStatus,
  removeCondition,
  schemaValidator,
  setCondition,
  toConditionV1Beta1,
} from "@capstan/contract";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { conditionsSchema, conditionsV1Beta1Schema } from "../src/fields/conditions.ts";
import { conditionsWithSeverity } from "../src/roles/forms/conditions.ts";

const earlier = "2026-01-01T00:00:00Z";
const now = "2026-01-01T01:00:00Z";
const ready: Condition = {
  type: "Ready",
  status: "False",
  reason: "NotReady",
  message: "",
  lastTransitionTime: earlier,
};

describe("setting a condition", () => {
  test("keeps its lastTransitionTime while its status is unchanged, and updates the other fields", () => {
    expect(setCondition([ready], { type: "Ready", status: "False", reason: "Booting", message: "soon" }, now)).toEqual([
      { type: "Ready", status: "False", reason: "Booting", message: "soon", lastTransitionTime: earlier },
    ]);
  });

  test("updates its lastTransitionTime when its status changes, and drops unset fields", () => {
    const before = { ...ready, message: "old", observedGeneration: 1 };
    expect(setCondition([before], { type: "Ready", status: "True", reason: "Ready" }, now)).toEqual([
      { type: "Ready", status: "True", reason: "Ready", message: "", lastTransitionTime: now },
    ]);
  });

  test("orders Ready, Available, then by type, and does not modify its input", () => {
    const given = Object.freeze([Object.freeze({ ...ready, type: "Zebra" }), Object.freeze({ ...ready, type: "Ant" })]);
    let conditions = setCondition(given, { type: "Available", status: "True", reason: "Available" }, now);
    conditions = setCondition(conditions, { type: "Ready", status: "True", reason: "Ready" }, now);
    expect(conditions.map(({ type }) => type)).toEqual(["Ready", "Available", "Ant", "Zebra"]);
    expect(given).toHaveLength(2);
  });
});

describe("arbitrary reasons and messages", () => {
  const unit = fc.oneof(
    fc.string({ unit: "binary", minLength: 1, maxLength: 40 }),
    fc.constantFrom("Kubelet stopped, ", "\ud83d", "e\u0301", "👩‍👩‍👧", "_", ":", "Reason"),
  );
  const words = fc
    .tuple(fc.array(unit, { maxLength: 8 }), fc.constantFrom(1, 30, 1_000))
    .map(([units, times]) => units.join("").repeat(times));
  const status = fc.constantFrom("True" as const, "False" as const, "Unknown" as const);

  test("result in a condition that the API server stores, in either form", () => {
    const [inNewest, inOldest] = [schemaValidator(conditionsSchema), schemaValidator(conditionsV1Beta1Schema)];
    fc.assert(
      fc.property(status, words, words, (held, reason, message) => {
        const conditions = setCondition([ready], { type: "NodeReady", status: held, reason, message }, now);
        expect(inNewest.faults(conditions)).toEqual([]);
        expect(inOldest.faults(conditions.map((condition) => toConditionV1Beta1(condition)))).toEqual([]);
        expect(setCondition(conditions, { type: "NodeReady", status: held, reason, message }, now)).toEqual(conditions);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ["kept", "KubeletNotReady", "KubeletNotReady"],
    ["without what a reason may not have", "kubelet: not-ready!", "kubelet:_not_ready_"],
    ["from its first letter on", "404 Gone,", "Gone"],
    ["named as missing where nothing is left", "…", "NoReasonReported"],
    ["cut", "R".repeat(2_000), "R".repeat(1_024)],
  ])("a reason is %s", (_how, reason, stored) => {
    expect(setCondition([], { type: "Ready", status: "False", reason }, now)[0]?.reason).toBe(stored);
  });

  test("a message of 40,000 characters is truncated to the limit of each form", () => {
    const [condition] = setCondition(
      [],
      { type: "Ready", status: "False", reason: "X", message: "x".repeat(40_000) },
      now,
    );
    expect(condition?.message).toBe(`${"x".repeat(32_767)}…`);
    expect(toConditionV1Beta1({ ...ready, message: "x".repeat(40_000) }).message).toBe(`${"x".repeat(10_239)}…`);
    const failure = { reason: "X", message: "x".repeat(40_000) };
    const { failureMessage } = providerStatus("InfraMachine", "v1beta1", { failure });
    expect(failureMessage).toBe(`${"x".repeat(10_239)}…`);
  });
});

describe("looking up a condition", () => {
  const object = { status: { conditions: [ready] } };

  test("finds the condition by type", () => {
    expect(getCondition(object, "Ready")).toEqual(ready);
    expect(isConditionFalse(object, "Ready")).toBe(true);
    expect(isConditionTrue(object, "Ready")).toBe(false);
  });

  test("returns neither true nor false for a missing condition", () => {
    expect(getCondition({}, "Ready")).toBeUndefined();
    expect(isConditionTrue({}, "Ready")).toBe(false);
    expect(isConditionFalse({ status: {} }, "Ready")).toBe(false);
  });

  test("finds no condition after its removal", () => {
    expect(removeCondition(object.status.conditions, "Ready")).toEqual([]);
  });
});

describe("a list of conditions", () => {
  const available: Condition = { ...ready, type: "Available", status: "True" };

  test("is searched by type", () => {
    const object = { status: { conditions: [ready, available] } };
    expect(getCondition(object, "Available")).toBe(available);
    expect(isConditionTrue(object, "Available")).toBe(true);
    expect(isConditionTrue(object, "Ready")).toBe(false);
    expect(isConditionFalse(object, "Available")).toBe(false);
    expect(isConditionTrue({}, "Ready")).toBe(false);
  });

  test("may be unset when a condition is set or removed", () => {
    const condition = { type: "Ready", status: "True", reason: "Ready" } as const;
    expect(setCondition(undefined, condition, now)).toEqual([{ ...condition, message: "", lastTransitionTime: now }]);
    expect(removeCondition(undefined, "Ready")).toEqual([]);
    expect(removeCondition([ready, available], "Ready")).toEqual([available]);
  });

  test("keeps a condition's own lastTransitionTime, and sets a new one if it was empty", () => {
    const set = (before: Condition[]) => setCondition(before, { type: "Ready", status: "False", reason: "A" }, now);
    expect(set([{ ...available, status: "False" }, ready]).map(({ lastTransitionTime }) => lastTransitionTime)).toEqual(
      [earlier, earlier],
    );
    expect(set([{ ...ready, lastTransitionTime: "" }])[0]?.lastTransitionTime).toBe(now);
  });

  test("has the same order regardless of the order of changes", () => {
    const types = ["Zebra", "Ready", "Ant", "Bee", "Available"];
    for (const order of [types, types.toReversed(), types.toSorted()]) {
      const conditions = order.reduce<Condition[]>(
        (before, type) => setCondition(before, { type, status: "True", reason: "A" }, now),
        [],
      );
      expect(conditions.map(({ type }) => type)).toEqual(["Ready", "Available", "Ant", "Bee", "Zebra"]);
    }
  });
});

describe("a condition that core reads", () => {
  const read = (...conditions: unknown[]) => readCondition({ status: { conditions } }, "Ready");
  const whole = { ...ready, message: "soon", observedGeneration: 3 };

  test("equals the provider's", () => {
    expect(read({ ...ready, type: "Other", status: "True" }, whole, { ...whole, status: "True" })).toEqual(whole);
    expect(read({ type: "Ready", status: "Unknown" })).toStrictEqual({
      ...{ type: "Ready", status: "Unknown", reason: "NoReasonReported", message: "", lastTransitionTime: "" },
    });
  });

  test("is missing if conditions is not a list, or has none of the type", () => {
    expect(read({ ...ready, type: "Other" })).toBeUndefined();
    expect(readCondition({ status: { conditions: {} } }, "Ready")).toBeUndefined();
    expect(readCondition({ status: [] }, "Ready")).toBeUndefined();
    expect(readCondition([], "Ready")).toBeUndefined();
    expect(readCondition("text", "Ready")).toBeUndefined();
    expect(readCondition(null, "Ready")).toBeUndefined();
  });

  test("follows items that are not objects, which are skipped", () => {
    expect(read("text", null, [], whole)).toEqual(whole);
  });

  test.each([
    [{ status: "True" }, "a condition has no type"],
    [{ type: 1, status: "True" }, "a condition has no type"],
    [{ type: "", status: "True" }, "a condition has no type"],
    [{ type: "Other" }, "status of condition Other must be True, False or Unknown"],
    [{ type: "Other", status: "true" }, "status of condition Other must be True, False or Unknown"],
    [{ type: "Other", status: "True", reason: 1 }, "reason of condition Other is not a string"],
    [{ type: "Other", status: "True", message: null }, "message of condition Other is not a string"],
    [{ type: "Other", status: "True", lastTransitionTime: 1 }, "lastTransitionTime of condition Other is not a string"],
    [
      { type: "Other", status: "True", observedGeneration: 1.5 },
      "observedGeneration of condition Other is not an integer",
    ],
  ])("%j makes the list invalid", (malformed, message) => {
    expect(read(malformed, whole)).toEqual({
      ...{ type: "Ready", status: "Unknown", reason: "InvalidConditionReported", message, lastTransitionTime: "" },
    });
  });
});

describe("a condition in its v1beta1 form", () => {
  test("has a severity if it is False, and no empty fields", () => {
    const { type, status, lastTransitionTime } = ready;
    expect(toConditionV1Beta1({ ...ready, reason: "" })).toStrictEqual({
      type,
      status,
      lastTransitionTime,
      severity: "Info",
    });
    expect(toConditionV1Beta1({ ...ready, message: "soon" }, "Warning")).toStrictEqual({
      ...{ type, status, lastTransitionTime, severity: "Warning", reason: "NotReady", message: "soon" },
    });
    expect(toConditionV1Beta1({ ...ready, status: "True" }, "Error")).not.toHaveProperty("severity");
  });

  test("is read as a list", () => {
    const report = vi.fn();
    expect(conditionsWithSeverity.read([1], report)).toEqual([1]);
    expect(report).not.toHaveBeenCalled();
    expect(conditionsWithSeverity.read({}, report)).toBeUndefined();
    expect(report).toHaveBeenCalledExactlyOnceWith("", "a list", {});
  });
});
