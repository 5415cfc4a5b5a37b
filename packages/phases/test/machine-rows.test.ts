import { describe, expect, test } from "vitest";
import { literalProposal, type ProposalOptions } from "@capstan/phases";
import {
  proposalPhase,
  upstreamPhase,
  type ConfigState,
  type InfrastructureState,
  type Version,
  type MachineSituation,
} from "./machine-situation.ts";

/** One Machine and its phase in each reading; a column left out does not apply. */
interface Row {
  readonly row: string;
  readonly proves: string;
  readonly situation: MachineSituation;
  readonly proposal?: string;
  /** Read literally, where that differs. */
  readonly letter?: string;
  readonly v1alpha2?: string;
  readonly v1beta1?: string;
  readonly today?: string;
  /** What the code columns see, where it differs from the proposal's. */
  readonly codeWorld?: MachineSituation;
  /** An error is to be reported: by the proposal's reading, by today's. */
  readonly problems?: { proposal?: boolean; today?: boolean };
}

const notReady: ConfigState = { ready: false };
const ready: ConfigState = { ready: true, data: "data" };
const infraNotReady: InfrastructureState = { ready: false };
const infraReady: InfrastructureState = { ready: true, providerID: "p" };
const nodeReady = { name: "n1", ready: true };
const failure = { reason: "CreateError", message: "no capacity" };
const wasRunning = { wasRunning: true, config: ready, infrastructure: infraReady } as const;

const rows: readonly Row[] = [
  {
    row: "1",
    proves: "without data and readiness a Machine is pending",
    situation: { config: notReady, infrastructure: infraNotReady },
    proposal: "pending",
    v1alpha2: "pending",
    v1beta1: "Pending",
    today: "Pending",
  },
  {
    row: "2",
    proves: "a missing bootstrap config keeps a Machine pending",
    situation: { config: "missing", infrastructure: infraNotReady },
    proposal: "pending",
    v1alpha2: "pending",
    v1beta1: "Pending",
    today: "Pending",
  },
  {
    row: "3",
    proves: "neither configRef nor data (where admission lets it pass, as for a MachinePool) is pending",
    situation: { infrastructure: infraNotReady },
    proposal: "pending",
    v1alpha2: "pending",
    v1beta1: "Pending",
    today: "Pending",
  },
  {
    row: "4",
    proves: "without configRef, empty data is enough by sense, and not literally nor today",
    situation: { preset: "", infrastructure: infraNotReady },
    proposal: "provisioning",
    letter: "pending",
    v1alpha2: "provisioning",
    v1beta1: "Pending",
    today: "Pending",
  },
  {
    row: "5",
    proves: "without configRef, data of the user is enough by sense, and not literally nor today",
    situation: { preset: "data", infrastructure: infraNotReady },
    proposal: "provisioning",
    letter: "pending",
    v1alpha2: "provisioning",
    v1beta1: "Pending",
    today: "Pending",
  },
  {
    row: "6",
    proves: "without configRef, ready infrastructure is provisioned",
    situation: { preset: "data", infrastructure: infraReady },
    proposal: "provisioned",
    v1alpha2: "provisioned",
    v1beta1: "Provisioned",
    today: "Provisioned",
  },
  {
    row: "7",
    proves: "preset empty data wins over a config that is not ready, except literally",
    situation: { config: notReady, preset: "", infrastructure: infraNotReady },
    proposal: "provisioning",
    letter: "pending",
    v1alpha2: "provisioning",
    v1beta1: "Provisioning",
    today: "Provisioning",
  },
  {
    row: "8",
    proves: "preset data wins over a config that is not ready, except literally",
    situation: { config: notReady, preset: "data", infrastructure: infraNotReady },
    proposal: "provisioning",
    letter: "pending",
    v1alpha2: "provisioning",
    v1beta1: "Provisioning",
    today: "Provisioning",
  },
  {
    row: "9",
    proves: "preset data wins over a missing config by sense, while the code waits for the object",
    situation: { config: "missing", preset: "data", infrastructure: infraNotReady },
    proposal: "provisioning",
    letter: "pending",
    v1alpha2: "pending",
    v1beta1: "Pending",
    today: "Pending",
  },
  {
    row: "10",
    proves: "data without infrastructure is provisioning",
    situation: { config: ready, infrastructure: infraNotReady },
    proposal: "provisioning",
    v1alpha2: "provisioning",
    v1beta1: "Provisioning",
    today: "Provisioning",
  },
  {
    row: "11",
    proves: "empty data from a provider is an error, and data only literally",
    situation: { config: { ready: true, data: "" }, infrastructure: infraNotReady },
    proposal: "pending",
    letter: "provisioning",
    v1alpha2: "pending",
    v1beta1: "Pending",
    today: "Pending",
    problems: { proposal: true, today: true },
  },
  {
    row: "12",
    proves: "data without the flag of its config does not count",
    situation: { config: { data: "data" }, infrastructure: infraNotReady },
    proposal: "pending",
    v1alpha2: "pending",
    v1beta1: "Pending",
    today: "Pending",
  },
  {
    row: "13",
    proves: "a flag that is a string does not count, and is reported",
    situation: { config: { ready: "true", data: "data" }, infrastructure: infraNotReady },
    proposal: "pending",
    v1alpha2: "pending",
    v1beta1: "Pending",
    today: "Pending",
    problems: { proposal: true, today: true },
  },
  {
    row: "14",
    proves: "a config that is ready by the other contract is not ready, without any error",
    situation: { config: { ready: true, data: "data", otherContract: true }, infrastructure: infraNotReady },
    v1beta1: "Pending",
    today: "Pending",
  },
  {
    row: "15",
    proves: "infrastructure that was never there is still awaited",
    situation: { config: ready, infrastructure: "missing" },
    proposal: "provisioning",
    v1alpha2: "provisioning",
    v1beta1: "Provisioning",
    today: "Provisioning",
  },
  {
    row: "16 (providerID missing)",
    proves: "ready infrastructure without a providerID is not provisioned",
    situation: { config: ready, infrastructure: { ready: true } },
    proposal: "provisioning",
    v1alpha2: "provisioning",
    v1beta1: "Provisioning",
    today: "Provisioning",
  },
  {
    row: "16 (providerID empty)",
    proves: "an empty providerID counts as missing",
    situation: { config: ready, infrastructure: { ready: true, providerID: "" } },
    proposal: "provisioning",
    v1alpha2: "provisioning",
    v1beta1: "Provisioning",
    today: "Provisioning",
  },
  {
    row: "17",
    proves: "a providerID without the flag does not count",
    situation: { config: ready, infrastructure: { ready: false, providerID: "p" } },
    proposal: "provisioning",
    v1alpha2: "provisioning",
    v1beta1: "Provisioning",
    today: "Provisioning",
  },
  {
    row: "18",
    proves: "ready infrastructure with a providerID is provisioned",
    situation: { config: ready, infrastructure: infraReady },
    proposal: "provisioned",
    v1alpha2: "provisioned",
    v1beta1: "Provisioned",
    today: "Provisioned",
  },
  {
    row: "19",
    proves: "infrastructure that did not wait for data is provisioned",
    situation: { config: notReady, infrastructure: infraReady },
    proposal: "provisioned",
    v1alpha2: "provisioned",
    v1beta1: "Provisioned",
    today: "Provisioned",
  },
  {
    row: "20",
    proves: "a preset providerID alone proves nothing to the proposal",
    situation: { config: notReady, infrastructure: infraNotReady, presetProviderID: "q" },
    proposal: "pending",
    v1alpha2: "pending",
    v1beta1: "Provisioned",
    today: "Provisioned",
  },
  {
    row: "21",
    proves: "a Node that is not Ready is not running to the proposal",
    situation: { config: ready, infrastructure: infraReady, node: { name: "n1", ready: false } },
    proposal: "provisioned",
    v1alpha2: "running",
    v1beta1: "Running",
    today: "Running",
  },
  {
    row: "22",
    proves: "a Ready Node is running",
    situation: { config: ready, infrastructure: infraReady, node: nodeReady },
    proposal: "running",
    v1alpha2: "running",
    v1beta1: "Running",
    today: "Running",
  },
  {
    row: "23",
    proves: "a Node that no one can see is not running",
    situation: { config: ready, infrastructure: infraReady, node: "unreachable" },
    proposal: "provisioned",
    v1alpha2: "provisioned",
    v1beta1: "Provisioned",
    today: "Provisioned",
  },
  {
    row: "23 (nodeRef set before)",
    proves: "the code goes by the nodeRef it has",
    situation: { ...wasRunning, node: "unreachable" },
    proposal: "provisioned",
    v1alpha2: "running",
    v1beta1: "Running",
    today: "Running",
  },
  {
    row: "24",
    proves: "a lost Node takes running back in the proposal only",
    situation: { ...wasRunning, node: "none" },
    proposal: "provisioned",
    v1alpha2: "running",
    v1beta1: "Running",
    today: "Running",
    problems: { today: true },
  },
  {
    row: "25",
    proves: "a Node that turns not Ready takes running back in the proposal only",
    situation: { ...wasRunning, node: { name: "n1", ready: false } },
    proposal: "provisioned",
    v1alpha2: "running",
    v1beta1: "Running",
    today: "Running",
  },
  {
    row: "26",
    proves: "infrastructure that is no longer ready takes running back in the proposal only",
    situation: { ...wasRunning, infrastructure: { ready: false, providerID: "p" }, node: nodeReady },
    proposal: "provisioning",
    v1alpha2: "running",
    v1beta1: "Running",
    today: "Running",
  },
  {
    row: "27",
    proves: "infrastructure that vanishes is a failure, which today shows only as an error",
    situation: { ...wasRunning, infrastructure: "missing", node: nodeReady },
    proposal: "failed",
    v1alpha2: "failed",
    v1beta1: "Failed",
    today: "Running",
    problems: { today: true },
  },
  {
    row: "28",
    proves: "a bootstrap config that vanishes later does not matter",
    situation: { ...wasRunning, config: "missing", node: nodeReady },
    proposal: "running",
    v1alpha2: "running",
    v1beta1: "Running",
    today: "Running",
  },
  {
    row: "29",
    proves: "a failure of the infrastructure, copied, is failed, and nothing today",
    situation: { config: notReady, infrastructure: { ready: false, failure }, failure },
    proposal: "failed",
    v1alpha2: "failed",
    v1beta1: "Failed",
    today: "Pending",
  },
  {
    row: "29 (reported by the bootstrap config, not copied yet)",
    proves: "a failure that an object reports counts before it is copied",
    situation: { config: { failure }, infrastructure: infraNotReady },
    proposal: "failed",
    v1alpha2: "failed",
    v1beta1: "Failed",
    today: "Pending",
  },
  {
    row: "30",
    proves: "a failure wins over a Ready Node, except today",
    situation: { config: ready, infrastructure: infraReady, node: nodeReady, failure },
    proposal: "failed",
    v1alpha2: "failed",
    v1beta1: "Failed",
    today: "Running",
  },
  {
    row: "31",
    proves: "once the failure is cleared the proposal goes on, and the older code does not",
    situation: { ...wasRunning, node: nodeReady, stored: "failed" },
    codeWorld: { ...wasRunning, node: nodeReady, failure },
    proposal: "running",
    v1alpha2: "failed",
    v1beta1: "Failed",
    today: "Running",
  },
  {
    row: "32",
    proves: "a deletion request is deleting",
    situation: { ...wasRunning, node: nodeReady, deleted: true },
    proposal: "deleting",
    v1alpha2: "deleting",
    v1beta1: "Deleting",
    today: "Deleting",
  },
  {
    row: "33",
    proves: "deletion wins over failure",
    situation: { ...wasRunning, failure, deleted: true },
    proposal: "deleting",
    v1alpha2: "deleting",
    v1beta1: "Deleting",
    today: "Deleting",
  },
  {
    row: "34",
    proves: "a config that nothing deletes keeps the Machine deleting",
    situation: { config: ready, infrastructure: { ...infraReady, deleting: true }, deleted: true },
    proposal: "deleting",
    letter: "deleting",
    v1alpha2: "deleting",
    v1beta1: "Deleting",
    today: "Deleting",
  },
  {
    row: "35",
    proves: "objects that are being deleted are deleted only literally",
    situation: {
      config: { ...ready, deleting: true },
      infrastructure: { ...infraReady, deleting: true },
      deleted: true,
    },
    proposal: "deleting",
    letter: "deleted",
    v1alpha2: "deleting",
    v1beta1: "Deleting",
    today: "Deleting",
  },
  {
    row: "35 (no configRef)",
    proves: "without a configRef only the infrastructure counts",
    situation: { preset: "data", infrastructure: { ...infraReady, deleting: true }, deleted: true },
    proposal: "deleting",
    letter: "deleted",
    v1alpha2: "deleting",
    v1beta1: "Deleting",
    today: "Deleting",
  },
  {
    row: "36",
    proves: "a config that is still there keeps the Machine deleting after its infrastructure has gone",
    situation: { config: ready, infrastructure: "missing", deleted: true },
    proposal: "deleting",
    letter: "deleting",
    v1alpha2: "deleting",
    v1beta1: "Deleting",
    today: "Deleting",
  },
  {
    row: "37",
    proves: "a Machine whose objects are gone is deleted",
    situation: { ...wasRunning, config: "missing", infrastructure: "missing", deleted: true },
    proposal: "deleted",
    letter: "deleted",
    v1alpha2: "deleting",
    v1beta1: "Deleting",
    today: "Deleting",
  },
  {
    row: "37 (no configRef)",
    proves: "a Machine without configRef is deleted once its infrastructure is gone",
    situation: { preset: "data", infrastructure: "missing", deleted: true },
    proposal: "deleted",
    letter: "deleted",
    v1alpha2: "deleting",
    v1beta1: "Deleting",
    today: "Deleting",
  },
  {
    row: "38",
    proves: "infrastructure that never was leaves the Machine deleting until its config is gone",
    situation: { config: notReady, infrastructure: "missing", deleted: true },
    proposal: "deleting",
    v1alpha2: "deleting",
    v1beta1: "Deleting",
    today: "Deleting",
  },
  {
    row: "38 (then)",
    proves: "infrastructure that never was does not stand in the way of deleted",
    situation: { config: "missing", infrastructure: "missing", deleted: true },
    proposal: "deleted",
    v1alpha2: "deleting",
    v1beta1: "Deleting",
    today: "Deleting",
  },
  {
    row: "39",
    proves: "an update in place is a phase only today",
    situation: { ...wasRunning, node: nodeReady, updating: true },
    proposal: "running",
    v1alpha2: "running",
    v1beta1: "Running",
    today: "Updating",
  },
  {
    row: "40",
    proves: "deletion wins over an update in place",
    situation: { ...wasRunning, node: nodeReady, updating: true, deleted: true },
    proposal: "deleting",
    v1alpha2: "deleting",
    v1beta1: "Deleting",
    today: "Deleting",
  },
  {
    row: "41",
    proves: "without its Cluster a Machine is pending, and today has no phase at all",
    situation: { config: ready, infrastructure: infraReady, node: nodeReady, cluster: "missing" },
    proposal: "pending",
    v1alpha2: "provisioned",
    v1beta1: "",
    today: "",
  },
  {
    row: "41 (deleted)",
    proves: "without its Cluster a Machine has no phase today even if it is deleted",
    situation: { config: ready, infrastructure: infraReady, cluster: "missing", deleted: true },
    proposal: "deleting",
    v1alpha2: "deleting",
    v1beta1: "",
    today: "",
  },
  {
    row: "42",
    proves: "a paused Machine keeps its phase in the proposal",
    situation: { config: ready, infrastructure: infraReady, node: nodeReady, paused: true, stored: "provisioning" },
    proposal: "provisioning",
  },
  {
    row: "42",
    proves: "a paused Machine keeps its phase in the code, also when it is deleted",
    situation: { ...wasRunning, paused: true, deleted: true, stored: "Provisioning" },
    v1beta1: "Provisioning",
    today: "Provisioning",
  },
  {
    row: "43",
    proves: "two Nodes with one providerID do not count as a Node, and are an error",
    situation: { config: ready, infrastructure: infraReady, node: "ambiguous" },
    proposal: "provisioned",
    v1beta1: "Provisioned",
    today: "Provisioned",
    problems: { proposal: true, today: true },
  },
];

const capitalized = (phase: string): string => phase.charAt(0).toUpperCase() + phase.slice(1);
const having = (column: keyof Row): readonly Row[] => rows.filter((row) => row[column] !== undefined);

test("rows 1 to 43 are all there", () => {
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

  test("row 27: without a noted error the Machine would be provisioning", () => {
    const result = proposalPhase({ ...wasRunning, infrastructure: "missing", node: nodeReady });
    expect(result).toMatchObject({ next: "provisioning", awaiting: [{ id: "no-failure" }] });
    expect(result.failure).toEqual({
      reason: "InvalidConfiguration",
      message: "TestMachine m1-infra was deleted although the Machine was provisioned and is not being deleted",
      recorded: false,
    });
  });

  test("a failure on the Machine is recorded already, and wins over what the objects report", () => {
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
