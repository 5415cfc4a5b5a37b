import { countNodes } from "@capstan/contract";
import type { Machine } from "@capstan/contract";
import { expect, test } from "vitest";
import { availableAfterMs, availableOf } from "../src/controllers/machine/ready.ts";

const lastTransitionTime = "2026-01-01T12:00:00Z";
const conditions = ["Ready", "NodeReady"].map((type) => ({
  type,
  status: "True" as const,
  reason: "Ready",
  message: "",
  lastTransitionTime,
}));
/** An hour before the Machine became Ready, because the clock was set back. */
const before = Date.parse(lastTransitionTime) - 3_600_000;

function machine(minReadySeconds?: number): Machine {
  const spec = minReadySeconds === undefined ? {} : { minReadySeconds };
  return { spec, status: { conditions } } as unknown as Machine;
}

test.each([undefined, 0])(
  "a Machine without a required Ready time (minReadySeconds %s) is available at any clock time",
  (seconds) => {
    expect(availableAfterMs(machine(seconds), conditions, before)).toBe(0);
    expect(availableOf(machine(seconds), conditions, before).status).toBe("True");
    expect(countNodes([machine(seconds)], before)).toEqual({ readyReplicas: 1, availableReplicas: 1 });
  },
);

test("a Machine with minReadySeconds becomes available only when the clock reaches that time", () => {
  expect(availableAfterMs(machine(10), conditions, before)).toBe(3_610_000);
  expect(availableOf(machine(10), conditions, before).status).toBe("False");
  expect(countNodes([machine(10)], before)).toEqual({ readyReplicas: 1, availableReplicas: 0 });
  expect(countNodes([machine(10)], before + 3_610_000)).toEqual({ readyReplicas: 1, availableReplicas: 1 });
});
