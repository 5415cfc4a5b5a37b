import path from "node:path";
import { expect, test } from "vitest";
import { type PerturbCommandOptions, runPerturb } from "../../src/perturb/run-perturb.ts";
import { capturedOutput } from "../captured-output.ts";

const module = path.join(import.meta.dirname, "scenarios.ts");
const defaults: PerturbCommandOptions = { pairs: 0, seed: 1, list: false, json: false };

const captured = capturedOutput();

test("a provider that reaches the same end state after every crash gets one line and exit status 0", async () => {
  const options = { ...defaults, scenario: "careful", only: ["crash-before", "crash-after"] };
  expect(await runPerturb(module, options)).toBe(0);
  expect(captured.output).toMatch(/^careful {2}3 points {2}6 runs {2}0 divergences {2}[\d.]+ s\n$/);
});

test("a divergent provider is reported with its leftovers and a command that reproduces them", async () => {
  const options = { ...defaults, scenario: "careless", only: ["crash-before"], pairs: 2 };
  expect(await runPerturb(module, options)).toBe(1);
  expect(captured.output).toContain("outside: server of HelloMachine/m1 exists 2 times");
  const [, schedule = ""] =
    /again: capstan perturb \S+ --scenario "careless" --schedule "(.+)"/.exec(captured.output) ?? [];
  expect(schedule).toBe("crash before write 2: patch HelloMachine/m1");

  captured.output = "";
  expect(await runPerturb(module, { ...defaults, scenario: "careless", schedule, json: true })).toBe(1);
  const report = JSON.parse(captured.output) as unknown;
  expect(report).toMatchObject({
    scenarios: [{ scenario: "careless", runs: 1, divergences: [{ schedule: "crash before write 2" }] }],
  });
});

test("--list prints the points without disturbing them", async () => {
  expect(await runPerturb(module, { ...defaults, scenario: "careful", list: true })).toBe(0);
  expect(captured.output).toBe(
    "careful:\n  write 1: patch HelloMachine/m1\n  write 2: patch HelloMachine/m1\n  write 3: patch HelloMachine/m1 status\n",
  );
});

test.each([
  [
    "a scenario that there is not",
    { scenario: "other" },
    'The scenario "other" does not exist; choose from "careful", "careless"',
  ],
  ["a way that there is not", { only: ["flood"] }, "choose from crash-before, crash-after"],
  [
    "a schedule of nothing known",
    { scenario: "careful", schedule: "flood at write 1" },
    '"flood at write 1" is not a disturbance',
  ],
])("%s is rejected with the valid choices", async (_title, options, said) => {
  expect(await runPerturb(module, { ...defaults, ...options })).toBe(2);
  expect(captured.errors).toContain(said);
});
