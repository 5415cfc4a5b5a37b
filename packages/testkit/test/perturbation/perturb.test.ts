import { findDivergences } from "@capstan/testkit/perturbation";
import { describe, expect, test } from "vitest";
import { carefulProviders } from "./careful/index.ts";
import { lifeOfMachine } from "./servers/server-machine.ts";

const timeout = 120_000;

test("each write in the life of a machine is a point to perturb", { timeout }, async () => {
  const { points } = await findDivergences(lifeOfMachine("careful"), { atMost: 0 });
  expect(points.filter((point) => point.startsWith("write"))).toEqual([
    "write 1: patch ServerMachine/m1",
    "write 2: patch ServerMachine/m1",
    "write 3: patch ServerMachine/m1 status",
    "write 4: patch ServerMachine/m1",
  ]);
});

// `npm run perturb -- faulty-providers` runs these at each point.
describe.each(carefulProviders)("a careful provider of the role $role", ({ scenario }) => {
  test("reaches the same end under every perturbation", { timeout }, async () => {
    const report = await findDivergences(scenario, { atMost: 6 });
    expect(report.divergences).toEqual([]);
    expect(report.notReached).toBe(0);
  });
});
