import path from "node:path";
import { expect, test } from "vitest";
import { type ExploreCommandOptions, runExplore } from "../../src/explore/run-explore.ts";
import { capturedOutput } from "../captured-output.ts";

const module = path.join(import.meta.dirname, "explorations.ts");
const defaults: ExploreCommandOptions = { atMost: 20, seed: 1, json: false };
const captured = capturedOutput();

test("a provider that follows its spec gets one line and exit status 0", async () => {
  expect(await runExplore(module, { ...defaults, exploration: "following" })).toBe(0);
  expect(captured.output).toMatch(/^following {2}1 changes {2}0 not followed {2}[\d.]+ s\n$/);
});

test("a provider that does not is reported with the change and the difference", async () => {
  expect(await runExplore(module, defaults)).toBe(1);
  expect(captured.output.split("\n")).toEqual([
    expect.stringMatching(/^following {2}1 changes {2}0 not followed/),
    expect.stringMatching(/^keeping {4}1 changes {2}1 not followed/),
    "",
    '"keeping" does not follow its spec in 1 of 1 changes:',
    "",
    "spec.disks from 1 to 2:",
    '  differs from an object created with this spec: DiskMachine/m1: status.disks is "1" instead of "2"',
    "",
  ]);
});

test("--json prints one object with the report of each exploration", async () => {
  expect(await runExplore(module, { ...defaults, json: true })).toBe(1);
  const change = "spec.disks from 1 to 2";
  expect(JSON.parse(captured.output)).toMatchObject({
    explorations: [
      { exploration: "following", changes: [change], refused: 0, findings: [] },
      { exploration: "keeping", changes: [change], findings: [{ change }] },
    ],
  });
});

test.each([
  [
    "an exploration that there is not",
    module,
    { exploration: "other" },
    'The exploration "other" does not exist; choose from "following", "keeping"',
  ],
  [
    "a module without explorations",
    path.join(import.meta.dirname, "../perturb/scenarios.ts"),
    {},
    "The module exports no exploration: an object with name, definition, spec, prepare and create, or a list of them",
  ],
  ["a module that is missing", "missing.ts", {}, "missing.ts cannot be imported"],
])("%s is rejected with the valid choices", async (_title, given, options, said) => {
  expect(await runExplore(given, { ...defaults, ...options })).toBe(2);
  expect(captured.errors).toContain(`capstan explore: ${said}`);
});
