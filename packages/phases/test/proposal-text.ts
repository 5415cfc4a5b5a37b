import type { MachineFacts, ProposalMachinePhase } from "@capstan/phases";

/** A phase of the proposal, and its transition conditions as the proposal words them. */
interface Phase {
  readonly phase: ProposalMachinePhase;
  readonly conditions: Readonly<Record<string, (facts: MachineFacts) => boolean>>;
}

const deletionTimestamp = (facts: MachineFacts): boolean => facts.deletionRequested === true;
const isGoing = (state: string | undefined): boolean => state === "being-deleted" || state === "missing";

/**
 * "States and transitions" of the proposal, in the priority of Capstan where the proposal has none: deletion before failure, failure before
 * the rest, and the furthest phase first.
 */
const phases: readonly Phase[] = [
  {
    phase: "deleted",
    conditions: {
      "`Machine.ObjectMeta.DeletionTimestamp` is not zero.": deletionTimestamp,
      "(optional) `Machine.Bootstrap.ConfigRef` -> `ObjectMeta.DeletionTimestamp` is not zero.": (facts) =>
        facts.bootstrapConfig === undefined || isGoing(facts.bootstrapConfig.state),
      "`Machine.Spec.InfrastructureRef`-> `ObjectMeta.DeletionTimestamp` is not zero.": (facts) =>
        isGoing(facts.infrastructure?.state),
    },
  },
  { phase: "deleting", conditions: { "`Machine.ObjectMeta.DeletionTimestamp` is not zero.": deletionTimestamp } },
  {
    phase: "failed",
    conditions: {
      "`Machine.ErrorReason` and/or `Machine.ErrorMessage` is populated.": (facts) => facts.failure !== undefined,
    },
  },
  { phase: "pending", conditions: { "`Machine.Status.Phase` is empty string": (facts) => facts.storedPhase === "" } },
  {
    phase: "running",
    conditions: {
      "A Kubernetes Node is found with the same `Machine.Spec.ProviderID` and its state is “Ready”": (facts) =>
        facts.providerID === "p" && typeof facts.node === "object" && facts.node.ready,
    },
  },
  {
    phase: "provisioned",
    conditions: {
      "`Machine.Spec.InfrastructureRef`->`Status.Ready` is true": ({ infrastructure }) =>
        infrastructure?.state !== "missing" && infrastructure?.ready === true,
      "`Machine.Spec.ProviderID` is synced from `Machine.Spec.InfrastructureRef` -> `Spec.ProviderID`": (facts) =>
        facts.providerID === "p" && facts.infrastructure?.providerID === "p",
    },
  },
  {
    phase: "provisioning",
    conditions: {
      "`Machine.Spec.Bootstrap.ConfigRef`->`Status.Ready` is true": ({ bootstrapConfig }) =>
        bootstrapConfig?.state !== "missing" && bootstrapConfig?.ready === true,
      "`Machine.Spec.Bootstrap.Data` is not `<nil>`": (facts) => facts.bootstrapData !== undefined,
    },
  },
];

/**
 * The phase by the words of the proposal, without the engine. The proposal says nothing of a Machine without its Cluster: such a Machine
 * stays `pending` until it is deleted or fails.
 */
export function phaseByText(facts: MachineFacts): ProposalMachinePhase {
  const isAlone = facts.cluster === "missing";
  const candidates = isAlone ? phases.slice(0, 3) : phases;
  const found = candidates.find(({ conditions }) => Object.values(conditions).every((holds) => holds(facts)));
  return found?.phase ?? "pending";
}
