import {
  type Condition,
  getCondition,
  isConditionFalse,
  isConditionTrue,
  removeCondition,
  setCondition,
} from "@capstan/contract";
import { describe, expect, test } from "vitest";

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
  test("keeps its time while its status stays, and takes over the rest", () => {
    expect(setCondition([ready], { type: "Ready", status: "False", reason: "Booting", message: "soon" }, now)).toEqual([
      { type: "Ready", status: "False", reason: "Booting", message: "soon", lastTransitionTime: earlier },
    ]);
  });

  test("moves its time when its status changes, and drops what is no longer said", () => {
    const before = { ...ready, message: "old", observedGeneration: 1 };
    expect(setCondition([before], { type: "Ready", status: "True", reason: "Ready" }, now)).toEqual([
      { type: "Ready", status: "True", reason: "Ready", message: "", lastTransitionTime: now },
    ]);
  });

  test("orders Ready, Available, then by type, and changes nothing given", () => {
    const given = Object.freeze([Object.freeze({ ...ready, type: "Zebra" }), Object.freeze({ ...ready, type: "Ant" })]);
    let conditions = setCondition(given, { type: "Available", status: "True", reason: "Available" }, now);
    conditions = setCondition(conditions, { type: "Ready", status: "True", reason: "Ready" }, now);
    expect(conditions.map(({ type }) => type)).toEqual(["Ready", "Available", "Ant", "Zebra"]);
    expect(given).toHaveLength(2);
  });
});

describe("asking for a condition", () => {
  const object = { status: { conditions: [ready] } };

  test("finds it by type", () => {
    expect(getCondition(object, "Ready")).toEqual(ready);
    expect(isConditionFalse(object, "Ready")).toBe(true);
    expect(isConditionTrue(object, "Ready")).toBe(false);
  });

  test("an absent one is neither true nor false", () => {
    expect(getCondition({}, "Ready")).toBeUndefined();
    expect(isConditionTrue({}, "Ready")).toBe(false);
    expect(isConditionFalse({ status: {} }, "Ready")).toBe(false);
  });

  test("a removed one is gone", () => {
    expect(removeCondition(object.status.conditions, "Ready")).toEqual([]);
  });
});
