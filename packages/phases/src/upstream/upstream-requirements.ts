import { type ConcernedObject } from "../facts/concerned-object.ts";
import { type RequirementRule } from "../facts/requirement.ts";
import { type UpstreamInputs } from "./upstream-inputs.ts";

/** The inputs together with the stored phase, which the Go function reads too. */
export interface StoredAndInputs {
  readonly stored: string;
  readonly inputs: UpstreamInputs;
}

const machineOf = ({ inputs }: StoredAndInputs): ConcernedObject => inputs.machine ?? { kind: "Machine", name: "" };

const rules = {
  "not-paused": {
    sentence: "not paused",
    lasting: false,
    holds: ({ inputs }) => inputs.paused !== true,
    object: machineOf,
  },
  cluster: {
    sentence: "Cluster found",
    lasting: false,
    holds: ({ inputs }) => inputs.cluster !== "missing",
    object: machineOf,
  },
  "no-phase": {
    sentence: "no phase stored",
    lasting: false,
    holds: ({ stored }) => stored === "",
    object: machineOf,
  },
  "bootstrap-data-secret-created": {
    sentence: "bootstrap flag set",
    lasting: true,
    holds: ({ inputs }) => inputs.bootstrapDataSecretCreated === true,
    object: machineOf,
  },
  "infrastructure-not-provisioned": {
    sentence: "infrastructure flag not set",
    lasting: false,
    holds: ({ inputs }) => inputs.infrastructureProvisioned !== true,
    object: machineOf,
  },
  "infrastructure-provisioned": {
    sentence: "infrastructure flag set",
    lasting: true,
    holds: ({ inputs }) => inputs.infrastructureProvisioned === true,
    object: machineOf,
  },
  "provider-id": {
    sentence: "providerID not empty",
    lasting: true,
    holds: ({ inputs }) => (inputs.providerID ?? "") !== "",
    object: machineOf,
  },
  "provider-id-present": {
    sentence: "providerID present, even if empty",
    lasting: true,
    holds: ({ inputs }) => inputs.providerID !== undefined,
    object: machineOf,
  },
  "node-ref": {
    sentence: "nodeRef set",
    lasting: true,
    holds: ({ inputs }) => (inputs.nodeRefName ?? "") !== "",
    object: machineOf,
  },
  failure: {
    sentence: "failure reason or message set",
    lasting: true,
    holds: ({ inputs }) => inputs.failure === true,
    object: machineOf,
  },
  updating: {
    sentence: "condition Updating is True",
    lasting: false,
    holds: ({ inputs }) => inputs.updating === true,
    object: machineOf,
  },
  "deletion-requested": {
    sentence: "deletion requested",
    lasting: true,
    holds: ({ inputs }) => inputs.deletionRequested === true,
    object: machineOf,
  },
} as const satisfies Record<string, RequirementRule<StoredAndInputs>>;

/** The stable ids of the conditions in the upstream reading. */
export type UpstreamRequirementId = keyof typeof rules;

/** All conditions of the upstream reading. */
export const upstreamRequirements: Readonly<Record<UpstreamRequirementId, RequirementRule<StoredAndInputs>>> = rules;
