import { type DeepReadonly, type Machine } from "@capstan/contract";
import { deepCopy } from "@capstan/kube";
import { type ObservedReference } from "../../references/reference.ts";
import { bootstrapStep } from "./bootstrap.ts";
import { type InfrastructureOutcome, infrastructureStep } from "./infrastructure.ts";
import { nodeStep } from "./node.ts";
import { type ObservedMachine } from "./observed.ts";
import { type MachineOutcomes } from "./outcomes.ts";
import { type PhaseReading } from "./phase.ts";
import { type DeletionProgress } from "./deletion-progress.ts";
import { nextStatus } from "./status.ts";
import { type FailureFields, failureFieldsOf, type ProviderFailure } from "../../conditions/provider-failure.ts";

/** Options of {@link nextMachine}. */
export interface NextMachineOptions {
  readonly reading: PhaseReading;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** How far the deletion has progressed; `undefined` while the Machine is not being deleted. */
  readonly deletion?: DeletionProgress;
}

/**
 * The next `spec.providerID`: the value that the infrastructure reports, or the stored value. A Machine that is being deleted also takes
 * the value of infrastructure that is not provisioned yet, because the server may have joined as a Node already.
 */
export function nextProviderID(machine: DeepReadonly<Machine>, infrastructure: ObservedReference): string | undefined {
  return providerIDOf(machine, infrastructureStep(machine, infrastructure));
}

function providerIDOf(
  { metadata, spec }: DeepReadonly<Machine>,
  { providerID, earlyProviderID }: InfrastructureOutcome,
): string | undefined {
  const known = providerID ?? spec.providerID;
  if (known === undefined && metadata.deletionTimestamp !== undefined) return earlyProviderID;
  return known;
}

/** The outcomes of the steps, in the order in which a Machine is created. */
function outcomesOf(machine: DeepReadonly<Machine>, observed: ObservedMachine): MachineOutcomes {
  const bootstrap = bootstrapStep(machine, observed.bootstrapConfig);
  const infrastructure = infrastructureStep(machine, observed.infrastructure);
  const providerID = providerIDOf(machine, infrastructure);
  const node = nodeStep(machine, providerID, observed.node);
  return {
    clusterExists: observed.cluster !== undefined,
    observed: {
      bootstrapConfig: observed.bootstrapConfig,
      infrastructure: observed.infrastructure,
      node: observed.node,
    },
    bootstrap,
    infrastructure,
    node,
    providerID,
    nodeName: machine.status?.nodeRef?.name ?? node.nodeName,
    failure: failureFields(machine, [infrastructure.failure, bootstrap.failure], infrastructure.lost),
    owners: observed.owners,
  };
}

/**
 * Computes the desired Machine from the stored Machine and the observed objects. Pure: the same input gives the same Machine, and a Machine
 * that is already as desired is returned unchanged.
 */
export function nextMachine(
  machine: DeepReadonly<Machine>,
  observed: ObservedMachine,
  options: NextMachineOptions,
): Machine {
  const outcomes = outcomesOf(machine, observed);
  const next = deepCopy<Machine>(machine);
  if (outcomes.bootstrap.dataSecretName !== undefined) {
    next.spec.bootstrap.dataSecretName = outcomes.bootstrap.dataSecretName;
  }
  if (outcomes.infrastructure.specFailureDomain !== undefined) {
    next.spec.failureDomain = outcomes.infrastructure.specFailureDomain;
  }
  if (outcomes.providerID !== undefined) next.spec.providerID = outcomes.providerID;
  next.status = nextStatus(machine, outcomes, options);
  return next;
}

/**
 * The failure fields of a Machine. They are recomputed each time, so a failure that its provider withdraws disappears.
 *
 * @param failures - failures of the referenced objects, the most relevant first.
 * @param infrastructureLost - the infrastructure object disappeared after it was provisioned.
 */
function failureFields(
  machine: DeepReadonly<Machine>,
  failures: readonly (ProviderFailure | undefined)[],
  infrastructureLost: boolean,
): FailureFields {
  if (infrastructureLost && machine.metadata.deletionTimestamp === undefined) {
    const { kind, name } = machine.spec.infrastructureRef;
    return {
      failureReason: "InvalidConfiguration",
      failureMessage: `${kind} ${name} (spec.infrastructureRef) was deleted after it had been provisioned`,
    };
  }
  return failureFieldsOf(failures);
}
