import { findDivergences } from "@capstan/testkit/perturbation";
import { describe, expect, test } from "vitest";
import { carefulProviders } from "./careful/index.ts";
import { lifeOfMachine } from "./servers/server-machine.ts";

const timeout = 120_000;

test("each write of the life of a machine is a point to disturb", { timeout }, async () => {
  const { points } = await findDivergences(lifeOfMachine("careful"), { atMost: 0 });
  expect(points.filter((point) => point.startsWith("write"))).toEqual([
    "write 1: patch ServerMachine/m1",
    "write 2: patch ServerMachine/m1",
    "write 3: patch ServerMachine/m1 status",
    "write 4: patch ServerMachine/m1",
  ]);
});

// `npm run perturb -- faulty-providers` tries these at each moment.
describe.each(carefulProviders)("a careful provider of the role $role", ({ scenario }) => {
  test("comes to the same end whatever goes wrong", { timeout }, async () => {
    const report = await findDivergences(scenario, { atMost: 6 });
    expect(report.divergences).toEqual([]);
    expect(report.notReached).toBe(0);
  });
});
