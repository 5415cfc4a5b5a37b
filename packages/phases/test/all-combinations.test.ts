import { describe, expect, test } from "vitest";
import {
  computeMachinePhase,
  computeUpstreamPhase,
  literalProposal,
  phasePriority,
  phaseTable,
  upstreamSteps,
  type InfrastructureFacts,
  type MachineFacts,
  type ProposalMachinePhase,
  type ProposalOptions,
  type ProposalRequirementId,
  type ReferencedObjectFacts,
  type UpstreamInputs,
  type UpstreamRequirementId,
} from "@capstan/phases";
import { phaseByText } from "./proposal-text.ts";

const config = { kind: "TestConfig", name: "c" };
const infra = { kind: "TestMachine", name: "i" };
const states = ["found", "being-deleted", "missing", "unobserved"] as const;
const configs: readonly (ReferencedObjectFacts | undefined)[] = [
  undefined,
  ...states.flatMap((state) => [true, false].map((ready) => ({ object: config, state, ready }))),
];
const infrastructures: readonly (InfrastructureFacts | undefined)[] = [
  undefined,
  ...states.flatMap((state) =>
    [true, false].flatMap((ready) =>
      [undefined, "p"].map((providerID) => ({ object: infra, state, ready, providerID })),
    ),
  ),
];

function* combinations(): Generator<MachineFacts> {
  for (const bootstrapConfig of configs)
    for (const infrastructure of infrastructures)
      for (const bootstrapData of [undefined, "set", "empty", "empty-from-provider"] as const)
        for (const providerID of [undefined, "p"])
          for (const node of ["none", { ready: false }, { ready: true }] as const)
            for (const failure of [undefined, { recorded: true }])
              for (const deletionRequested of [false, true])
                for (const storedPhase of ["", "running"])
                  for (const cluster of ["found", "missing"] as const)
                    yield {
                      bootstrapConfig,
                      infrastructure,
                      bootstrapData,
                      providerID,
                      node,
                      failure,
                      deletionRequested,
                      storedPhase,
                      cluster,
                    };
}

/** A change that breaks each condition alone; written separately, without the engine. */
const removals: Partial<Record<ProposalRequirementId, (facts: MachineFacts) => MachineFacts>> = {
  "deletion-requested": (facts) => ({ ...facts, deletionRequested: false }),
  "infrastructure-deleting": (facts) => withInfrastructure(facts, { state: "found" }),
  "infrastructure-gone": (facts) => withInfrastructure(facts, { state: "being-deleted" }),
  "bootstrap-config-deleting": (facts) => ({
    ...facts,
    bootstrapConfig: { object: config, ready: true, state: "found" },
  }),
  "bootstrap-config-gone": (facts) => ({
    ...facts,
    bootstrapConfig: { object: config, ready: true, state: "being-deleted" },
  }),
  failure: (facts) => ({ ...facts, failure: undefined }),
  cluster: (facts) => ({ ...facts, cluster: "missing" }),
  "bootstrap-config-ref": (facts) => ({ ...facts, bootstrapConfig: undefined }),
  "bootstrap-config-ready": (facts) => ({
    ...facts,
    bootstrapConfig: { object: config, state: "found", ready: false },
  }),
  "bootstrap-data": (facts) => ({ ...facts, bootstrapData: undefined }),
  "any-bootstrap-data": (facts) => ({ ...facts, bootstrapData: undefined }),
  "infrastructure-provisioned": (facts) => withInfrastructure(facts, { ready: false }),
  "provider-id": (facts) => ({ ...facts, providerID: undefined }),
  "machine-provider-id": (facts) => ({ ...facts, providerID: undefined }),
  "node-ready": (facts) => ({ ...facts, node: { ready: false } }),
};

function withInfrastructure(facts: MachineFacts, change: Partial<InfrastructureFacts>): MachineFacts {
  const before = facts.infrastructure ?? { object: infra, state: "found", ready: true };
  return { ...facts, infrastructure: { ...before, ...change } };
}

/** The phase by the intent of the proposal, with the choices where it is silent, as if and else. */
function phaseBySense(facts: MachineFacts): ProposalMachinePhase {
  const { bootstrapConfig, infrastructure, bootstrapData } = facts;
  const gone = (object: ReferencedObjectFacts | undefined): boolean => object?.state === "missing";
  if (facts.deletionRequested === true) {
    return gone(infrastructure) && (bootstrapConfig === undefined || gone(bootstrapConfig)) ? "deleted" : "deleting";
  }
  if (facts.failure !== undefined) return "failed";
  if (facts.storedPhase === "" || facts.cluster === "missing") return "pending";
  const provisioned =
    infrastructure?.ready === true &&
    infrastructure.state !== "missing" &&
    infrastructure.providerID === "p" &&
    facts.providerID === "p";
  const nodeReady = typeof facts.node === "object" && facts.node.ready;
  if (provisioned) return nodeReady ? "running" : "provisioned";
  return bootstrapData === "set" || bootstrapData === "empty" ? "provisioning" : "pending";
}

describe.each<[string, ProposalOptions, (facts: MachineFacts) => ProposalMachinePhase]>([
  ["by sense", {}, phaseBySense],
  ["literally", literalProposal, phaseByText],
])("the proposal's reading %s", (_, options, expectedPhase) => {
  test("equals the proposal over all combinations of facts", () => {
    const wrong: unknown[] = [];
    let count = 0;
    for (const facts of combinations()) {
      count += 1;
      const { phase } = computeMachinePhase(facts, options);
      const expected = expectedPhase(facts);
      if (phase !== expected) wrong.push({ facts, phase, expected });
    }
    expect(count).toBe(9 * 17 * 4 * 2 * 3 * 2 * 2 * 2 * 2);
    expect(wrong.slice(0, 3)).toEqual([]);
  });

  test("leaves a phase when any single condition is broken, over all combinations (S028)", () => {
    const table = phaseTable(options);
    const removed = new Set<string>();
    const wrong: unknown[] = [];
    for (const facts of combinations()) {
      const phase = phasePriority.find((name) => name === computeMachinePhase(facts, options).phase);
      for (const id of phase === undefined || phase === "pending" ? [] : table[phase]) {
        const without = removals[id]?.(facts);
        removed.add(`${phase ?? ""}: ${id}`);
        if (without === undefined || computeMachinePhase(without, options).phase === phase) wrong.push({ facts, id });
      }
    }
    expect(wrong.slice(0, 3)).toEqual([]);
    const all = phasePriority.filter((phase) => phase !== "pending");
    expect([...removed].sort()).toEqual(all.flatMap((phase) => table[phase].map((id) => `${phase}: ${id}`)).sort());
  });

  test("explains itself: met conditions hold, and pending ones lead to the next phase", () => {
    const wrong: unknown[] = [];
    for (const facts of combinations()) {
      const { phase, met, awaiting, next } = computeMachinePhase(facts, options);
      const ids = new Set(met.map(({ id }) => id));
      const ended = phase === "running" || phase === "deleted";
      const explained =
        awaiting.every(({ id }) => !ids.has(id)) &&
        ids.size === met.length &&
        ended === (awaiting.length === 0) &&
        ended === (next === undefined) &&
        phaseTable(options)[phasePriority.find((name) => name === phase) ?? "pending"].every(
          (id) => ids.has(id) || id === "no-phase",
        );
      if (!explained) wrong.push({ facts, phase, met, awaiting, next });
    }
    expect(wrong.slice(0, 3)).toEqual([]);
  });
});

test("the conditions are exactly those of the proposal (S095)", () => {
  expect(phaseTable()).toEqual({
    pending: ["no-phase"],
    provisioning: ["cluster", "bootstrap-data"],
    provisioned: ["cluster", "infrastructure-provisioned", "provider-id"],
    running: ["cluster", "infrastructure-provisioned", "provider-id", "node-ready"],
    deleting: ["deletion-requested"],
    deleted: ["deletion-requested", "infrastructure-gone", "bootstrap-config-gone"],
    failed: ["failure"],
  });
  expect(phaseTable(literalProposal)).toMatchObject({
    provisioning: ["cluster", "bootstrap-config-ref", "bootstrap-config-ready", "any-bootstrap-data"],
    running: ["cluster", "machine-provider-id", "node-ready"],
    deleted: ["deletion-requested", "infrastructure-deleting", "bootstrap-config-deleting"],
  });
});

describe("the upstream reading", () => {
  const inputs: readonly UpstreamInputs[] = [true, false].flatMap((bootstrapDataSecretCreated) =>
    [true, false].flatMap((infrastructureProvisioned) =>
      [undefined, "", "p"].flatMap((providerID) =>
        [undefined, "", "n"].flatMap((nodeRefName) =>
          [true, false].flatMap((updating) =>
            [true, false].map((deletionRequested) => ({
              bootstrapDataSecretCreated,
              infrastructureProvisioned,
              providerID,
              nodeRefName,
              updating,
              deletionRequested,
            })),
          ),
        ),
      ),
    ),
  );
  const removeInput: Partial<Record<UpstreamRequirementId, UpstreamInputs>> = {
    "bootstrap-data-secret-created": { bootstrapDataSecretCreated: false },
    "infrastructure-not-provisioned": { infrastructureProvisioned: true },
    "infrastructure-provisioned": { infrastructureProvisioned: false },
    "provider-id": { providerID: "" },
    "node-ref": { nodeRefName: "" },
    updating: { updating: false },
    "deletion-requested": { deletionRequested: false },
  };

  test("enters a phase only with all conditions of its step, over all combinations and from every phase", () => {
    const wrong: unknown[] = [];
    for (const step of upstreamSteps["v1.14"].slice(1)) {
      for (const id of step.requirements) {
        for (const input of inputs) {
          const result = computeUpstreamPhase("Unknown", { ...input, ...removeInput[id] });
          if (result.phase === step.phase) wrong.push({ step, id, input });
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test("has the steps of the Go function, in the same order", () => {
    expect(upstreamSteps["v1.14"].map(({ phase }) => phase)).toEqual([
      "Pending",
      "Provisioning",
      "Provisioned",
      "Running",
      "Updating",
      "Deleting",
    ]);
  });
});
