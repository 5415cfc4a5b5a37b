import { describe, expect, test } from "vitest";
import { literalProposal, type ProposalOptions } from "@capstan/phases";
import { proposalPhase, upstreamPhase, type Version, type MachineSituation } from "./machine-rows/machine-situation.ts";
import { bootstrapRows } from "./machine-rows/bootstrap-rows.ts";
import { infrastructureRows } from "./machine-rows/infrastructure-rows.ts";
import { nodeRows } from "./machine-rows/node-rows.ts";
import { failureRows } from "./machine-rows/failure-rows.ts";
import { deletionRows } from "./machine-rows/deletion-rows.ts";
import { circumstanceRows } from "./machine-rows/circumstance-rows.ts";
import type { Row } from "./machine-rows/row.ts";
import { notReady, ready, infraNotReady, nodeReady, failure, wasRunning } from "./machine-rows/situations.ts";

const rows: readonly Row[] = [
  ...bootstrapRows,
  ...infrastructureRows,
  ...nodeRows,
  ...failureRows,
  ...deletionRows,
  ...circumstanceRows,
];

const capitalized = (phase: string): string => phase.charAt(0).toUpperCase() + phase.slice(1);
const having = (column: keyof Row): readonly Row[] => rows.filter((row) => row[column] !== undefined);

test("rows 1 to 43 exist", () => {
  const numbers = new Set(rows.map(({ row }) => Number.parseInt(row, 10)));
  expect([...numbers]).toEqual(Array.from({ length: 43 }, (_, index) => index + 1));
});

describe("the proposal's reading", () => {
  test.each(having("proposal"))("row $row: $proves: $proposal", ({ situation, proposal }) => {
    expect(proposalPhase(situation).phase).toBe(proposal);
  });

  describe.each<Version>(["v1beta1", "v1beta2"])("of a %s Machine is the same, capitalized", (version) => {
    test.each(having("proposal"))("row $row: $proves", ({ situation, proposal = "" }) => {
      const stored = situation.stored === undefined ? {} : { stored: capitalized(situation.stored) };
      expect(proposalPhase({ ...situation, ...stored }, version).phase).toBe(capitalized(proposal));
    });
  });

  describe("literally", () => {
    test.each(having("letter"))("row $row: $proves: $letter", ({ situation, letter }) => {
      expect(proposalPhase(situation, "v1alpha2", literalProposal).phase).toBe(letter);
    });
  });

  test.each(having("proposal"))("row $row: reports an error or none", ({ situation, problems }) => {
    expect(proposalPhase(situation).problems).toHaveLength(problems?.proposal === true ? 1 : 0);
  });

  test.each<[string, MachineSituation, ProposalOptions, string]>([
    [
      "requireConfigRef alone: row 5",
      { preset: "data", infrastructure: infraNotReady },
      { requireConfigRef: true },
      "pending",
    ],
    ["requireConfigRef alone: row 8", { config: notReady, preset: "d" }, { requireConfigRef: true }, "provisioning"],
    ["requireConfigReady alone: row 8", { config: notReady, preset: "d" }, { requireConfigReady: true }, "pending"],
    ["requireConfigReady alone: row 9", { config: "missing", preset: "d" }, { requireConfigReady: true }, "pending"],
    ["requireConfigReady alone: row 10", { config: ready }, { requireConfigReady: true }, "provisioning"],
    ["requireConfigReady alone: row 5", { preset: "d" }, { requireConfigReady: true }, "provisioning"],
    ["acceptEmptyProviderData alone: row 1", { config: notReady }, { acceptEmptyProviderData: true }, "pending"],
    ["acceptEmptyProviderData alone: row 5", { preset: "d" }, { acceptEmptyProviderData: true }, "provisioning"],
  ])("%s", (_, situation, options, phase) => {
    expect(proposalPhase(situation, "v1alpha2", options).phase).toBe(phase);
  });

  test("row 27: without a recorded error the Machine would be provisioning", () => {
    const result = proposalPhase({ ...wasRunning, infrastructure: "missing", node: nodeReady });
    expect(result).toMatchObject({ next: "provisioning", awaiting: [{ id: "no-failure" }] });
    expect(result.failure).toEqual({
      reason: "InvalidConfiguration",
      message: "TestMachine m1-infra was deleted although the Machine was provisioned and is not being deleted",
      recorded: false,
    });
  });

  test("a failure on the Machine is already recorded, and takes precedence over the objects' reports", () => {
    const other = { reason: "Other", message: "other" };
    const result = proposalPhase({ config: ready, infrastructure: { failure: other }, failure });
    expect(result.failure).toEqual({ ...failure, recorded: true });
  });
});

describe("the code of v0.2 (v1alpha2)", () => {
  test.each(having("v1alpha2"))("row $row: $proves: $v1alpha2", ({ situation, codeWorld, v1alpha2 }) => {
    expect(upstreamPhase({ ...(codeWorld ?? situation), stored: "" }, "v1alpha2").phase).toBe(v1alpha2);
  });
});

describe("the code of v1.10 (v1beta1)", () => {
  test.each(having("v1beta1"))("row $row: $proves: $v1beta1", ({ situation, codeWorld, v1beta1 }) => {
    const stored = situation.paused === true ? {} : { stored: "" };
    expect(upstreamPhase({ ...(codeWorld ?? situation), ...stored }, "v1beta1").phase).toBe(v1beta1);
  });
});

describe("the code of v1.14 (v1beta2)", () => {
  test.each(having("today"))("row $row: $proves: $today", ({ situation, codeWorld, today }) => {
    const stored = situation.paused === true ? {} : { stored: "" };
    expect(upstreamPhase({ ...(codeWorld ?? situation), ...stored }, "v1beta2").phase).toBe(today);
  });

  test.each(having("today"))("row $row: reports an error or none", ({ situation, problems }) => {
    expect(upstreamPhase(situation).problems).toHaveLength(problems?.today === true ? 1 : 0);
  });
});
