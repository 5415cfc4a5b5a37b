import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  MachinePhase,
  ProposalMachinePhase,
  bootstrapPhase,
  computeMachinePhase,
  computeUpstreamPhase,
  factsFromV1Beta2,
  infrastructurePhase,
  literalProposal,
  parseMachinePhase,
  parseProposalMachinePhase,
  upstreamInputsFromV1Beta2,
  type ClusterAPIRelease,
  type MachineFacts,
  type ObservedObject,
  type ProposalOptions,
  type UpstreamInputs,
} from "@capstan/phases";

const oddString = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("", " ", "__proto__", "constructor", "toString", "pending", "Running", "running\n", "\u0000", "💥"),
  fc.constantFrom(...Object.values(MachinePhase), ...Object.values(ProposalMachinePhase)),
);
const optional = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(values, { nil: undefined });
const concerned = fc.record({ kind: oddString, name: oddString, namespace: optional(oddString) });
const referenced = fc.record({
  object: concerned,
  state: fc.constantFrom("found" as const, "being-deleted" as const, "missing" as const, "unobserved" as const),
  ready: fc.boolean(),
});
const id = fc.constantFrom("p", "q", "", "💥");
const facts: fc.Arbitrary<MachineFacts> = fc.record({
  machine: optional(concerned),
  spelling: fc.constantFrom(undefined, "lower-case" as const, "capitalized" as const),
  storedPhase: optional(oddString),
  paused: optional(fc.boolean()),
  cluster: fc.constantFrom(undefined, "found" as const, "missing" as const),
  deletionRequested: optional(fc.boolean()),
  failure: optional(fc.record({ reason: optional(oddString), message: optional(oddString), recorded: fc.boolean() })),
  bootstrapData: fc.constantFrom(undefined, "set" as const, "empty" as const, "empty-from-provider" as const),
  bootstrapConfig: optional(referenced),
  infrastructure: optional(
    fc.tuple(referenced, optional(id)).map(([object, providerID]) => ({ ...object, providerID })),
  ),
  providerID: optional(id),
  node: fc.oneof(
    fc.constantFrom(undefined, "none" as const, "ambiguous" as const, "unreachable" as const),
    fc.record({ name: optional(oddString), ready: fc.boolean() }),
  ),
  problems: optional(fc.array(oddString)),
});
const options: fc.Arbitrary<ProposalOptions> = fc.record({
  requireConfigRef: optional(fc.boolean()),
  requireConfigReady: optional(fc.boolean()),
  acceptEmptyProviderData: optional(fc.boolean()),
  deletedWhileDeleting: optional(fc.boolean()),
  runningByNodeAlone: optional(fc.boolean()),
});
const inputs: fc.Arbitrary<UpstreamInputs> = fc.record({
  bootstrapDataSecretCreated: optional(fc.boolean()),
  infrastructureProvisioned: optional(fc.boolean()),
  providerID: optional(oddString),
  nodeRefName: optional(oddString),
  updating: optional(fc.boolean()),
  deletionRequested: optional(fc.boolean()),
  failure: optional(fc.boolean()),
  paused: optional(fc.boolean()),
  cluster: fc.constantFrom(undefined, "found" as const, "missing" as const),
});
const release = fc.constantFrom<ClusterAPIRelease>("v0.2", "v1.10", "v1.14");
const lowerCase: ReadonlySet<string> = new Set(Object.values(ProposalMachinePhase));
const today: ReadonlySet<string> = new Set(Object.values(MachinePhase));

describe("the proposal's reading, for any facts", () => {
  test("never throws, and returns a phase in the requested spelling", () => {
    fc.assert(
      fc.property(facts, options, (known, choice) => {
        const { phase, unchanged } = computeMachinePhase(known, choice);
        const names = known.spelling === "capitalized" ? today : lowerCase;
        expect(names.has(phase) || (unchanged && phase === "")).toBe(true);
        expect(unchanged).toBe(known.paused === true);
        if (!unchanged) expect(["Updating", "Unknown"]).not.toContain(phase);
      }),
    );
  });

  test("is the same for the same facts, and does not change them", () => {
    fc.assert(
      fc.property(facts, options, (known, choice) => {
        const copy = structuredClone(known);
        expect(computeMachinePhase(known, choice)).toEqual(computeMachinePhase(copy, choice));
        expect(known).toEqual(copy);
      }),
    );
  });

  test("is independent of the stored phase, unless the phase is unset or the Machine is paused", () => {
    const recorded = oddString.filter((stored) => stored !== "");
    fc.assert(
      fc.property(facts, options, recorded, recorded, (known, choice, one, other) => {
        const active = { ...known, paused: false };
        expect(computeMachinePhase({ ...active, storedPhase: one }, choice)).toEqual(
          computeMachinePhase({ ...active, storedPhase: other }, choice),
        );
      }),
    );
  });

  test("never advances with an unmet requirement: a phase, or a cleared obstacle, has its facts", () => {
    fc.assert(
      fc.property(facts, facts, options, (known, later, choice) => {
        const before = computeMachinePhase({ ...known, paused: false, spelling: "lower-case" }, choice);
        const after = computeMachinePhase({ ...later, paused: false, spelling: "lower-case" }, choice);
        if (before.phase === after.phase || after.phase !== before.next) return;
        const met = new Set(after.met.map(({ id }) => id));
        const obstacles = new Set(["first-phase", "no-failure"]);
        expect(before.awaiting.filter(({ id }) => !met.has(id) && !obstacles.has(id))).toEqual([]);
      }),
    );
  });

  test("literally is never ahead of the other reading, except by empty data of a provider or by a Ready Node", () => {
    const rank = ["failed", "pending", "provisioning", "provisioned", "running"];
    fc.assert(
      fc.property(facts, (known) => {
        const alive = { ...known, paused: false, deletionRequested: false, spelling: "lower-case" as const };
        const letter = rank.indexOf(computeMachinePhase(alive, literalProposal).phase);
        const sense = rank.indexOf(computeMachinePhase(alive).phase);
        const isReady = typeof known.node === "object" && known.node.ready;
        expect(letter <= sense || known.bootstrapData === "empty-from-provider" || isReady).toBe(true);
      }),
    );
  });
});

describe("the upstream reading, for any inputs", () => {
  test("stays within its phases and the stored one, and is deterministic", () => {
    const computed = {
      "v0.2": ["pending", "provisioning", "provisioned", "running", "deleting", "failed"],
      "v1.10": ["Pending", "Provisioning", "Provisioned", "Running", "Deleting", "Failed"],
      "v1.14": ["Pending", "Provisioning", "Provisioned", "Running", "Updating", "Deleting"],
    };
    fc.assert(
      fc.property(oddString, inputs, release, (stored, known, of) => {
        const result = computeUpstreamPhase(stored, known, of);
        expect([...computed[of], stored]).toContain(result.phase);
        expect(result.changed).toBe(result.phase !== stored);
        expect(computeUpstreamPhase(stored, structuredClone(known), of)).toEqual(result);
      }),
    );
  });

  test("settles immediately: a second computation changes nothing", () => {
    fc.assert(
      fc.property(oddString, inputs, release, (stored, known, of) => {
        const { phase } = computeUpstreamPhase(stored, known, of);
        expect(computeUpstreamPhase(phase, known, of)).toMatchObject({ phase, changed: false });
      }),
    );
  });
});

describe("readers, for any input", () => {
  test("phase parsers never throw, and keep exactly the names they know", () => {
    fc.assert(
      fc.property(fc.oneof(oddString, fc.anything()), (value) => {
        expect(parseMachinePhase(value)).toBe(typeof value === "string" && today.has(value) ? value : "Unknown");
        expect(parseProposalMachinePhase(value)).toBe(typeof value === "string" && lowerCase.has(value) ? value : "");
      }),
    );
  });

  test("adapters and summaries never throw on observed objects", () => {
    const anyObject: fc.Arbitrary<ObservedObject | "missing"> = fc.oneof(
      fc.constant("missing" as const),
      fc.record({
        contract: fc.constantFrom("v1alpha2" as const, "v1beta1" as const, "v1beta2" as const),
        object: fc.oneof(
          fc.anything(),
          fc.record({ metadata: fc.anything(), spec: fc.anything(), status: fc.anything() }),
        ),
      }),
    );
    const ref = { apiGroup: "example.com", kind: "Any", name: "any" };
    const machine = {
      apiVersion: "cluster.x-k8s.io/v1beta2",
      kind: "Machine",
      metadata: { name: "m1" },
      spec: { clusterName: "c1", bootstrap: { configRef: ref }, infrastructureRef: ref },
    };
    fc.assert(
      fc.property(anyObject, anyObject, (bootstrapConfig, infrastructure) => {
        const observed = { bootstrapConfig, infrastructure };
        expect(computeMachinePhase(factsFromV1Beta2(machine, observed)).unchanged).toBe(false);
        expect(computeUpstreamPhase("", upstreamInputsFromV1Beta2(machine, observed)).changed).toBe(true);
        expect(bootstrapPhase(bootstrapConfig)).not.toBe("");
        expect(infrastructurePhase(infrastructure)).not.toBe("");
      }),
    );
  });
});
