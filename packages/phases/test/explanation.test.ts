import { describe, expect, test } from "vitest";
import { computeMachinePhase, literalProposal, type MachineFacts } from "@capstan/phases";

const machine = { kind: "Machine", name: "m1", namespace: "default" };
const config = { kind: "TestConfig", name: "m1-config", namespace: "default" };
const infra = { kind: "TestMachine", name: "m1-infra", namespace: "default" };
const waiting: MachineFacts = {
  machine,
  bootstrapConfig: { object: config, state: "found", ready: false },
  infrastructure: { object: infra, state: "found", ready: false },
};
const withData: MachineFacts = {
  ...waiting,
  bootstrapConfig: { object: config, state: "found", ready: true },
  bootstrapData: "set",
};
const withInfra: MachineFacts = {
  ...withData,
  infrastructure: { object: infra, state: "found", ready: true, providerID: "p" },
};
const provisioned: MachineFacts = { ...withInfra, providerID: "p" };
const sentences = (facts: MachineFacts): readonly string[] =>
  computeMachinePhase(facts).awaiting.map(({ sentence }) => sentence);

describe("an explanation names the missing fact and the controller that provides it", () => {
  test("for a pending Machine: bootstrap data of its config", () => {
    expect(computeMachinePhase(waiting)).toMatchObject({
      phase: "pending",
      awaiting: [{ id: "bootstrap-data", sentence: "bootstrap data", object: config }],
      next: "provisioning",
      met: [{ id: "cluster", sentence: "Cluster found" }],
    });
  });

  test("without configRef: data on the Machine", () => {
    expect(computeMachinePhase({ machine }).awaiting).toEqual([
      { id: "bootstrap-data", sentence: "bootstrap data", object: machine },
    ]);
  });

  test("for empty data of a provider", () => {
    expect(computeMachinePhase({ ...waiting, bootstrapData: "empty-from-provider" }).awaiting).toEqual([
      {
        id: "bootstrap-data",
        sentence: "bootstrap data",
        object: config,
        detail: "the bootstrap provider reports empty data",
      },
    ]);
  });

  test("for a provisioning Machine: the infrastructure, and not yet its providerID", () => {
    const result = computeMachinePhase(withData);
    expect(result).toMatchObject({ phase: "provisioning", next: "provisioned" });
    expect(result.awaiting).toEqual([
      {
        id: "infrastructure-provisioned",
        sentence: "infrastructure provisioned",
        object: infra,
        detail: "the object has not reported it",
      },
    ]);
    expect(result.met.map(({ id }) => id)).toEqual(["cluster", "bootstrap-data"]);
  });

  test.each([
    ["missing", "the object is missing"],
    ["unobserved", "the object was not observed"],
    ["being-deleted", "the object is being deleted"],
  ] as const)("for infrastructure that is %s", (state, detail) => {
    const { awaiting } = computeMachinePhase({ ...withData, infrastructure: { object: infra, state, ready: false } });
    expect(awaiting).toMatchObject([{ id: "infrastructure-provisioned", detail }]);
  });

  test("for infrastructure without a name", () => {
    expect(computeMachinePhase({ bootstrapData: "set" }).awaiting).toEqual([
      {
        id: "infrastructure-provisioned",
        sentence: "infrastructure provisioned",
        object: { kind: "InfraMachine", name: "" },
        detail: "the object was not observed",
      },
    ]);
  });

  test.each([
    [withInfra, "p is not yet copied to the Machine"],
    [{ ...withInfra, providerID: "other" }, "the providerIDs of the Machine and its infrastructure differ"],
    [
      { ...withInfra, infrastructure: { object: infra, state: "found" as const, ready: true } },
      "the infrastructure has not reported a providerID",
    ],
  ])("after that, for the providerID (%#)", (facts, detail) => {
    expect(computeMachinePhase(facts)).toMatchObject({ phase: "provisioning" });
    expect(computeMachinePhase(facts).awaiting).toEqual([
      { id: "provider-id", sentence: "providerID copied from the infrastructure", object: machine, detail },
    ]);
  });

  test.each([
    ["none", "no Node has the providerID of the Machine", ""],
    [undefined, "no Node has the providerID of the Machine", ""],
    ["ambiguous", "several Nodes have the providerID of the Machine", ""],
    ["unreachable", "the workload cluster cannot be reached", ""],
    [{ ready: false, name: "n1" }, "the Node is not Ready", "n1"],
    [{ ready: false }, "the Node is not Ready", ""],
  ] as const)("for a provisioned Machine: its Node (%j)", (node, detail, name) => {
    const result = computeMachinePhase({ ...provisioned, node });
    expect(result).toMatchObject({ phase: "provisioned", next: "running" });
    expect(result.awaiting).toEqual([
      { id: "node-ready", sentence: "node ready", object: { kind: "Node", name }, detail },
    ]);
  });

  test("for a running Machine: no missing fact", () => {
    const result = computeMachinePhase({ ...provisioned, node: { ready: true, name: "n1" } });
    expect(result).toMatchObject({ phase: "running", awaiting: [], next: undefined, unchanged: false, problems: [] });
    expect(result.met.map(({ sentence }) => sentence)).toEqual([
      "Cluster found",
      "infrastructure provisioned",
      "providerID copied from the infrastructure",
      "node ready",
    ]);
  });

  test("for a Machine without its Cluster: the Cluster", () => {
    expect(sentences({ ...provisioned, cluster: "missing" })).toEqual(["Cluster found"]);
    expect(computeMachinePhase({ cluster: "missing" }).awaiting[0]?.object.kind).toBe("Cluster");
  });

  test("for a deleting Machine: the removal of its objects", () => {
    const result = computeMachinePhase({ ...provisioned, deletionRequested: true });
    expect(result).toMatchObject({ phase: "deleting", next: "deleted", met: [{ sentence: "deletion requested" }] });
    expect(result.awaiting).toEqual([
      { id: "infrastructure-gone", sentence: "infrastructure gone", object: infra, detail: "the object exists" },
      { id: "bootstrap-config-gone", sentence: "bootstrap config gone", object: config, detail: "the object exists" },
    ]);
  });

  test("literally, for a deleting Machine: the deletion of its objects", () => {
    const { awaiting } = computeMachinePhase({ ...provisioned, deletionRequested: true }, literalProposal);
    expect(awaiting).toEqual([
      {
        id: "infrastructure-deleting",
        sentence: "infrastructure being deleted",
        object: infra,
        detail: "the object exists",
      },
      {
        id: "bootstrap-config-deleting",
        sentence: "bootstrap config being deleted",
        object: config,
        detail: "the object exists",
      },
    ]);
  });

  test("literally, for a pending Machine: configRef, readiness and data", () => {
    expect(computeMachinePhase(waiting, literalProposal).awaiting).toEqual([
      {
        id: "bootstrap-config-ready",
        sentence: "bootstrap config ready",
        object: config,
        detail: "the object has not reported it",
      },
      { id: "any-bootstrap-data", sentence: "bootstrap data", object: config },
    ]);
    expect(computeMachinePhase({ machine, bootstrapData: "set" }, literalProposal).awaiting).toEqual([
      { id: "bootstrap-config-ref", sentence: "bootstrap configRef", object: machine },
    ]);
  });
});

describe("an explanation names the obstacle in any state", () => {
  test("for a failed Machine: its failure, and the phase that follows from its facts", () => {
    const failure = { reason: "CreateError", message: "no capacity", recorded: true };
    const result = computeMachinePhase({ ...provisioned, failure });
    expect(result).toMatchObject({ phase: "failed", next: "provisioned", failure });
    expect(result.awaiting).toEqual([
      { id: "no-failure", sentence: "failure cleared", object: machine, detail: "no capacity" },
    ]);
    expect(result.met[0]).toEqual({ id: "failure", sentence: "failure reported", object: machine });
    const { awaiting } = computeMachinePhase({ failure: { reason: "CreateError", recorded: true } });
    expect(awaiting).toMatchObject([{ detail: "CreateError" }]);
    expect(computeMachinePhase(provisioned).failure).toBeUndefined();
  });

  test("the first phase is pending, and the next one follows when it is recorded", () => {
    const result = computeMachinePhase({ ...provisioned, storedPhase: "" });
    expect(result).toMatchObject({ phase: "pending", next: "provisioned" });
    expect(result.awaiting).toEqual([{ id: "first-phase", sentence: "first phase recorded", object: machine }]);
    expect(result.met[0]).toEqual({ id: "no-phase", sentence: "no phase recorded yet", object: machine });
    expect(computeMachinePhase({ ...provisioned, storedPhase: "pending" }).phase).toBe("provisioned");
    expect(sentences({ ...waiting, storedPhase: "" })).toEqual(["bootstrap data"]);
  });

  test("a Machine that is deleted or failed before its first phase is not pending", () => {
    expect(computeMachinePhase({ storedPhase: "", deletionRequested: true }).phase).toBe("deleting");
    expect(computeMachinePhase({ storedPhase: "", failure: { recorded: true } }).phase).toBe("failed");
  });

  test("for a paused Machine: the pause", () => {
    const result = computeMachinePhase({ ...provisioned, paused: true, storedPhase: "pending" });
    expect(result).toMatchObject({ phase: "pending", next: "provisioned", unchanged: true });
    expect(result.awaiting).toEqual([{ id: "not-paused", sentence: "not paused", object: machine }]);
  });

  test("keeps today's spelling in next as well", () => {
    expect(computeMachinePhase({ spelling: "capitalized" })).toMatchObject({ phase: "Pending", next: "Provisioning" });
  });

  test("returns problems, which change no result", () => {
    expect(computeMachinePhase({ ...provisioned, problems: ["broken"] })).toMatchObject({
      phase: "provisioned",
      problems: ["broken"],
    });
  });
});

describe("an explanation of incomplete facts", () => {
  test("treats a missing name as empty, and returns the phase in lower case", () => {
    const { awaiting, phase } = computeMachinePhase({});
    expect(phase).toBe("pending");
    expect(awaiting).toMatchObject([{ id: "bootstrap-data", object: { kind: "Machine", name: "" } }]);
  });

  test("has no detail for a condition that holds", () => {
    const { met } = computeMachinePhase(provisioned);
    expect(met.filter((each) => "detail" in each)).toEqual([]);
    expect(computeMachinePhase(waiting).awaiting.some((each) => "detail" in each)).toBe(false);
  });

  test("shows a failure by its message or else its reason, and returns it only in phase failed", () => {
    const failed = (failure: MachineFacts["failure"]) => computeMachinePhase({ ...provisioned, failure });
    const both = { reason: "Lost", message: "the server is gone", recorded: true };
    expect(failed(both)).toMatchObject({ phase: "failed", failure: both, awaiting: [{ detail: both.message }] });
    expect(failed({ reason: "Lost", recorded: true }).awaiting).toMatchObject([{ id: "no-failure", detail: "Lost" }]);
    const deleted = computeMachinePhase({ ...provisioned, failure: both, deletionRequested: true });
    expect(deleted).toMatchObject({ phase: "deleting", failure: undefined });
  });

  test("shows whether a providerID is unreported, not copied yet, or different", () => {
    const detail = (providerID: string | undefined, reported: string | undefined) =>
      computeMachinePhase({
        ...withData,
        providerID,
        infrastructure: { object: infra, state: "found", ready: true, providerID: reported },
      }).awaiting[0]?.detail;
    expect(detail(undefined, undefined)).toBe("the infrastructure has not reported a providerID");
    expect(detail(undefined, "p")).toBe("p is not yet copied to the Machine");
    expect(detail("q", "p")).toBe("the providerIDs of the Machine and its infrastructure differ");
  });

  test("has no next phase for the last phase", () => {
    expect(computeMachinePhase({ ...provisioned, node: { ready: true } })).toMatchObject({
      phase: "running",
      next: undefined,
      awaiting: [],
    });
  });
});
