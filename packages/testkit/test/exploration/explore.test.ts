import { explore, ExplorationError } from "@capstan/testkit/exploration";
import { describe, expect, test } from "vitest";
import { faultyFollowers } from "./faulty-machines.ts";
import { changesOfMachine } from "./sized-machine.ts";

const timeout = 120_000;

test(
  "a provider that follows its spec reaches the same state as for an object created with that spec, and back",
  { timeout },
  async () => {
    const report = await explore(changesOfMachine("careful"));
    expect(report).toMatchObject({ findings: [], refused: 0 });
    expect(report.changes.toSorted()).toEqual([
      "a size that there is not",
      "spec.disks from 1 to 0",
      "spec.disks from 1 to 2",
      "spec.disks from 1 to 4",
      "spec.disks from 1 to nothing",
      'spec.size from "small" to "huge"',
      'spec.size from "small" to "large"',
    ]);
  },
);

describe.each(faultyFollowers)("a provider that $fault", ({ exploration, says }) => {
  test("is detected", { timeout }, async () => {
    const found = await explore(exploration).catch((error: unknown) => error);
    expect(found).toBeInstanceOf(ExplorationError);
    expect(String(found)).toMatch(says);
  });
});

test("a field that applies only at creation can be excluded by its path", { timeout }, async () => {
  const [ignoring] = faultyFollowers;
  if (ignoring === undefined) throw new Error("There is no faulty provider");
  const { exploration } = ignoring;
  const onlyAtCreation = { "spec.size": "servers keep their size", "spec.disks": "and their disks" };
  const report = await explore({ ...exploration, onlyAtCreation, impossible: {} });
  expect(report.findings).toEqual([]);
});
