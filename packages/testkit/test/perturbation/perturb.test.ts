import { findDivergences } from "@capstan/testkit/perturbation";
import { describe, expect, test } from "vitest";
import { faultyProviders } from "./faulty-server-machines.ts";
import { lifeOfMachine } from "./server-machine.ts";

const timeout = 120_000;

test("a careful provider comes to the same end whatever goes wrong", { timeout }, async () => {
  const report = await findDivergences(lifeOfMachine("careful"), { atMost: 40 });
  expect(report.divergences).toEqual([]);
  expect(report.notReached).toBe(0);
  expect(report.points.filter((point) => point.startsWith("write"))).toEqual([
    "write 1: patch ServerMachine/m1",
    "write 2: patch ServerMachine/m1",
    "write 3: patch ServerMachine/m1 status",
    "write 4: patch ServerMachine/m1",
  ]);
});

describe.each(faultyProviders)("a provider that $fault", ({ Reconciler, caughtBy, says }) => {
  test.each(caughtBy)("is caught by %s", { timeout }, async (way) => {
    const found = await findDivergences(lifeOfMachine("faulty", Reconciler), { only: [way] });
    expect(found.divergences).not.toEqual([]);
    expect(found.divergences.flatMap(({ problems }) => problems).join("\n")).toMatch(says);
  });
});
