import { findProcessDivergences } from "@capstan/testkit/perturbation";
import { expect, test } from "vitest";
import { boxScenario } from "./process/box.ts";

// Each run starts a process, kills it and starts another.
const timeout = 120_000;
const time = { quietSeconds: 0.5, withinSeconds: 8, runsAtOnce: 2 };

test(
  "a careful manager in a process of its own comes to the same end wherever it is killed or refused",
  { timeout },
  async () => {
    const only = ["crash-before", "crash-after", "answer-409", "answer-500", "answer-429", "lose-answer"] as const;
    const report = await findProcessDivergences(boxScenario("careful"), { ...time, only });
    expect(report.points).toEqual(["write 1: create Secret", "write 2: patch Box/b1 status"]);
    expect(report).toMatchObject({ runs: 12, notReached: 0, divergences: [] });
  },
);

test("one that forgets what it has created is found with what is left over", { timeout }, async () => {
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

test("one that writes nothing is refused: there is nothing to disturb", { timeout }, async () => {
  await expect(findProcessDivergences(boxScenario("idle"), time)).rejects.toThrow("has no write or call to disturb");
});

test("one that does not start is reported with its last lines", { timeout }, async () => {
  const scenario = { ...boxScenario("careful"), provider: "echo no room; exit 3" };
  await expect(findProcessDivergences(scenario, time)).rejects.toThrow(/has ended \(exit status 3\)[^]*no room/);
});

test("what cannot be done to a process is refused", { timeout }, async () => {
  const run = findProcessDivergences(boxScenario("careful"), { ...time, schedule: "set the clock back at write 1" });
  await expect(run).rejects.toThrow('"set the clock back at write 1" cannot be done here');
});
