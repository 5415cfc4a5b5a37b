import { findProcessDivergences } from "@capstan/testkit/perturbation";
import { expect, test } from "vitest";
import { boxScenario } from "./process/box.ts";

// Each run starts a process, kills it and starts another.
const timeout = 120_000;
const time = { quietSeconds: 0.5, withinSeconds: 8, runsAtOnce: 2 };

test(
  "a careful manager in its own process reaches the same end wherever it is killed or refused",
  { timeout },
  async () => {
    const only = ["crash-before", "crash-after", "answer-409", "answer-500", "answer-429", "lose-answer"] as const;
    const report = await findProcessDivergences(boxScenario("careful"), { ...time, only });
    expect(report.points).toEqual(["write 1: create Secret", "write 2: patch Box/b1 status"]);
    expect(report).toMatchObject({ runs: 12, notReached: 0, divergences: [] });
  },
);

test("a manager that forgets the objects it created is reported with the leftovers", { timeout }, async () => {
  const { divergences } = await findProcessDivergences(boxScenario("careless"), {
    ...time,
    only: ["crash-after", "lose-answer"],
  });
  const problems = ['at the step "create":', "Secret/b1-*: 2 instead of 1"];
  expect(divergences).toEqual([
    { schedule: "crash after write 1: create Secret", problems },
    { schedule: "lose the answer to write 1: create Secret", problems },
    { schedule: "lose the answer to write 2: patch Box/b1 status", problems },
  ]);
});

test("a manager that writes nothing is refused, because there is nothing to perturb", { timeout }, async () => {
  await expect(findProcessDivergences(boxScenario("idle"), time)).rejects.toThrow("has no write or call to disturb");
});

test("a manager that does not start is reported with its last log lines", { timeout }, async () => {
  const scenario = { ...boxScenario("careful"), provider: "echo no room; exit 3" };
  await expect(findProcessDivergences(scenario, time)).rejects.toThrow(/has ended \(exit status 3\)[^]*no room/);
});

test("perturbations that a process does not support are refused", { timeout }, async () => {
  const run = findProcessDivergences(boxScenario("careful"), { ...time, schedule: "set the clock back at write 1" });
  await expect(run).rejects.toThrow('"set the clock back at write 1" cannot be done here');
});
