import { type ConcernedObject } from "../facts/concerned-object.ts";
import { type MachineFacts, type ReferencedObjectFacts } from "../facts/machine-facts.ts";
import { type RequirementRule } from "../facts/requirement.ts";

const machineOf = (facts: MachineFacts): ConcernedObject => facts.machine ?? { kind: "Machine", name: "" };
const configOf = (facts: MachineFacts): ConcernedObject => facts.bootstrapConfig?.object ?? machineOf(facts);
const infrastructureOf = (facts: MachineFacts): ConcernedObject =>
  facts.infrastructure?.object ?? { kind: "InfraMachine", name: "" };

function nodeOf(facts: MachineFacts): ConcernedObject {
  return { kind: "Node", name: (typeof facts.node === "object" ? facts.node.name : undefined) ?? "" };
}

const isGone = (object: ReferencedObjectFacts | undefined): boolean => object?.state === "missing";
const isGoing = (object: ReferencedObjectFacts | undefined): boolean =>
  isGone(object) || object?.state === "being-deleted";
const isThere = (object: ReferencedObjectFacts | undefined): boolean => object !== undefined && !isGone(object);

function describeState(object: ReferencedObjectFacts | undefined): string {
  switch (object?.state) {
    case "missing":
      return "the object is missing";
    case "being-deleted":
      return "the object is being deleted";
    case "found":
      return "the object exists";
    case "unobserved":
    case undefined:
      return "the object was not observed";
  }
}

function describeReadiness(object: ReferencedObjectFacts | undefined): string {
  return object?.state === "found" ? "the object has not reported it" : describeState(object);
}

function describeProviderID(facts: MachineFacts): string {
  const reported = facts.infrastructure?.providerID ?? "";
  if (reported === "") return "the infrastructure has not reported a providerID";
  if ((facts.providerID ?? "") === "") return `${reported} is not yet copied to the Machine`;
  return "the providerIDs of the Machine and its infrastructure differ";
}

function describeNode(facts: MachineFacts): string {
  switch (facts.node) {
    case undefined:
    case "none":
      return "no Node has the providerID of the Machine";
    case "ambiguous":
      return "several Nodes have the providerID of the Machine";
    case "unreachable":
      return "the workload cluster cannot be reached";
    default:
      return "the Node is not Ready";
  }
}

const rules = {
  "not-paused": {
    sentence: "not paused",
    lasting: false,
    holds: (facts) => facts.paused !== true,
    object: machineOf,
  },
  "deletion-requested": {
    sentence: "deletion requested",
    lasting: true,
    holds: (facts) => facts.deletionRequested === true,
    object: machineOf,
  },
  "infrastructure-deleting": {
    sentence: "infrastructure being deleted",
    lasting: true,
    holds: (facts) => isGoing(facts.infrastructure),
    object: infrastructureOf,
    detail: (facts) => describeState(facts.infrastructure),
  },
  "infrastructure-gone": {
    sentence: "infrastructure gone",
    lasting: true,
    holds: (facts) => isGone(facts.infrastructure),
    object: infrastructureOf,
    detail: (facts) => describeState(facts.infrastructure),
  },
  "bootstrap-config-deleting": {
    sentence: "bootstrap config being deleted",
    lasting: true,
    holds: (facts) => facts.bootstrapConfig === undefined || isGoing(facts.bootstrapConfig),
    object: configOf,
    detail: (facts) => describeState(facts.bootstrapConfig),
  },
  "bootstrap-config-gone": {
    sentence: "bootstrap config gone",
    lasting: true,
    holds: (facts) => facts.bootstrapConfig === undefined || isGone(facts.bootstrapConfig),
    object: configOf,
    detail: (facts) => describeState(facts.bootstrapConfig),
  },
  failure: {
    sentence: "failure reported",
    lasting: false,
    holds: (facts) => facts.failure !== undefined,
    object: machineOf,
  },
  "no-failure": {
    sentence: "failure cleared",
    lasting: false,
    holds: (facts) => facts.failure === undefined,
    object: machineOf,
    detail: (facts) => facts.failure?.message ?? facts.failure?.reason,
  },
  cluster: {
    sentence: "Cluster found",
    lasting: false,
    holds: (facts) => facts.cluster !== "missing",
    object: () => ({ kind: "Cluster", name: "" }),
  },
  "no-phase": {
    sentence: "no phase recorded yet",
    lasting: false,
    holds: (facts) => facts.storedPhase === "",
    object: machineOf,
  },
  "first-phase": {
    sentence: "first phase recorded",
    lasting: true,
    holds: (facts) => facts.storedPhase !== "",
    object: machineOf,
  },
  "bootstrap-config-ref": {
    sentence: "bootstrap configRef",
    lasting: true,
    holds: (facts) => facts.bootstrapConfig !== undefined,
    object: machineOf,
  },
  "bootstrap-config-ready": {
    sentence: "bootstrap config ready",
    lasting: false,
    holds: (facts) =>
      facts.bootstrapConfig === undefined || (isThere(facts.bootstrapConfig) && facts.bootstrapConfig.ready),
    object: configOf,
    detail: (facts) => describeReadiness(facts.bootstrapConfig),
  },
  "bootstrap-data": {
    sentence: "bootstrap data",
    lasting: true,
    holds: (facts) => facts.bootstrapData === "set" || facts.bootstrapData === "empty",
    object: configOf,
    detail: (facts) =>
      facts.bootstrapData === "empty-from-provider" ? "the bootstrap provider reports empty data" : undefined,
  },
  "any-bootstrap-data": {
    sentence: "bootstrap data",
    lasting: true,
    holds: (facts) => facts.bootstrapData !== undefined,
    object: configOf,
  },
  "infrastructure-provisioned": {
    sentence: "infrastructure provisioned",
    lasting: false,
    holds: (facts) => isThere(facts.infrastructure) && facts.infrastructure?.ready === true,
    object: infrastructureOf,
    detail: (facts) => describeReadiness(facts.infrastructure),
  },
  "provider-id": {
    sentence: "providerID copied from the infrastructure",
    lasting: false,
    holds: (facts) => (facts.providerID ?? "") !== "" && facts.providerID === facts.infrastructure?.providerID,
    object: machineOf,
    detail: describeProviderID,
  },
  "machine-provider-id": {
    sentence: "providerID on the Machine",
    lasting: true,
    holds: (facts) => (facts.providerID ?? "") !== "",
    object: machineOf,
    detail: describeProviderID,
  },
  "node-ready": {
    sentence: "node ready",
    lasting: false,
    holds: (facts) => typeof facts.node === "object" && facts.node.ready,
    object: nodeOf,
    detail: describeNode,
  },
} as const satisfies Record<string, RequirementRule<MachineFacts>>;

/** The stable ids of the conditions in the proposal's reading. */
export type ProposalRequirementId = keyof typeof rules;

/** Conditions that can be met only after another condition, and are not awaited before it. */
export const awaitedAfter: Readonly<Partial<Record<ProposalRequirementId, ProposalRequirementId>>> = {
  "provider-id": "infrastructure-provisioned",
};

/** All conditions of the proposal's reading. */
export const proposalRequirements: Readonly<Record<ProposalRequirementId, RequirementRule<MachineFacts>>> = rules;
