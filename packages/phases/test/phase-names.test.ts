import { describe, expect, test } from "vitest";
import {
  MachinePhase,
  ProposalMachinePhase,
  computeMachinePhase,
  parseMachinePhase,
  parseProposalMachinePhase,
  toMachinePhase,
  toProposalMachinePhase,
} from "@capstan/phases";

test("today's names are the nine in the CRD", () => {
  expect(Object.entries(MachinePhase).every(([key, value]) => key === value)).toBe(true);
  expect(Object.values(MachinePhase)).toEqual(
    "Pending Provisioning Provisioned Running Updating Deleting Deleted Failed Unknown".split(" "),
  );
});

test("the proposal has seven names in lower case", () => {
  expect(Object.values(ProposalMachinePhase)).toEqual(
    "pending provisioning provisioned running deleting deleted failed".split(" "),
  );
});

test.each(Object.values(ProposalMachinePhase))("%s is unchanged after capitalizing and back (S030)", (phase) => {
  expect(toMachinePhase(phase).toLowerCase()).toBe(phase);
  expect(toProposalMachinePhase(toMachinePhase(phase))).toBe(phase);
});

test("Updating is running in the proposal, and Unknown has no counterpart", () => {
  expect(toProposalMachinePhase("Updating")).toBe("running");
  expect(toProposalMachinePhase("Unknown")).toBe("");
});

test.each(["", "pending", "RUNNING", "Ready", null, 7, {}])("%j is read as Unknown (S030)", (value) => {
  expect(parseMachinePhase(value)).toBe("Unknown");
});

test.each(["", "Pending", "ready", null, 7])("%j is not a phase of the proposal", (value) => {
  expect(parseProposalMachinePhase(value)).toBe("");
});

describe("a paused Machine", () => {
  test.each([
    ["capitalized", "Running", "Running"],
    ["capitalized", "", ""],
    ["capitalized", undefined, ""],
    ["capitalized", "Banana", "Unknown"],
    ["lower-case", "running", "running"],
    ["lower-case", "Banana", ""],
    [undefined, "running", "running"],
  ] as const)("with spelling %s and stored %j reads %j, and causes no write", (spelling, storedPhase, phase) => {
    expect(computeMachinePhase({ paused: true, spelling, storedPhase })).toMatchObject({ phase, unchanged: true });
  });
});
