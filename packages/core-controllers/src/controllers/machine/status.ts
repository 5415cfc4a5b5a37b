import {
  type Condition,
  conditionTypes,
  type ConditionV1Beta1,
  type DeepReadonly,
  type Machine,
  type MachineStatus,
  type NewCondition,
  reasons,
} from "@capstan/contract";
import { deepCopy } from "@capstan/kube";
import { deprecatedMachineConditions } from "./deprecated-conditions.ts";
import { certificatesExpiryOf } from "./certificates-expiry.ts";
import { applyConditions, rfc3339 } from "../../conditions/apply.ts";
import { type MachineOutcomes } from "./outcomes.ts";
import { nextPhase, type PhaseReading } from "./phase.ts";
import { availableOf, readyOf } from "./ready.ts";
import { upToDateCondition } from "./up-to-date.ts";
import { updatingCondition } from "./updating.ts";
import { type FailureFields } from "../../conditions/provider-failure.ts";
import { type DeletionProgress } from "./deletion-progress.ts";

/** Options of {@link nextStatus}. */
export interface NextStatusOptions {
  readonly reading: PhaseReading;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly deletion?: DeletionProgress;
}

/** Computes the whole status of a Machine that is not paused. `status.lastUpdated` changes only with the phase. */
export function nextStatus(
  machine: DeepReadonly<Machine>,
  outcomes: MachineOutcomes,
  options: NextStatusOptions,
): MachineStatus {
  const before: MachineStatus = deepCopy<MachineStatus>(machine.status ?? {});
  const { bootstrap, infrastructure, node } = outcomes;
  const phase = nextPhase(machine, outcomes, options.reading);
  const initialization = {
    ...(infrastructure.provisioned ? { infrastructureProvisioned: true } : {}),
    ...(bootstrap.dataSecretCreated === true ? { bootstrapDataSecretCreated: true } : {}),
  };
  const certificatesExpiryDate = certificatesExpiryOf(machine, outcomes.observed.bootstrapConfig);
  delete before.certificatesExpiryDate;
  return {
    ...withDeprecated(before, deprecatedMachineConditions(machine, outcomes, options), outcomes.failure),
    ...(Object.keys(initialization).length === 0 ? {} : { initialization }),
    ...(outcomes.nodeName === undefined ? {} : { nodeRef: { name: outcomes.nodeName } }),
    ...(node.nodeInfo === undefined ? {} : { nodeInfo: node.nodeInfo }),
    ...deletionOf(before, options.deletion),
    ...(infrastructure.addresses === undefined ? {} : { addresses: [...infrastructure.addresses] }),
    ...(certificatesExpiryDate === undefined ? {} : { certificatesExpiryDate }),
    ...(infrastructure.failureDomain === undefined ? {} : { failureDomain: infrastructure.failureDomain }),
    phase,
    ...(phase === before.phase ? {} : { lastUpdated: rfc3339(options.now) }),
    ...(machine.metadata.generation === undefined ? {} : { observedGeneration: machine.metadata.generation }),
    conditions: nextConditions(machine, outcomes, options),
  };
}

function nextConditions(
  machine: DeepReadonly<Machine>,
  outcomes: MachineOutcomes,
  options: NextStatusOptions,
): Condition[] {
  const { owners } = outcomes;
  const kubeletVersion = outcomes.node.nodeInfo?.kubeletVersion ?? machine.status?.nodeInfo?.kubeletVersion;
  const drafts: NewCondition[] = [
    ...(owners === undefined ? [] : [upToDateCondition(machine, owners, kubeletVersion, options.now)]),
    outcomes.bootstrap.condition,
    outcomes.infrastructure.condition,
    ...outcomes.node.conditions,
    deletingCondition(machine, options.deletion),
    updatingCondition(machine),
    { type: conditionTypes.paused, status: "False", reason: reasons.notPaused },
  ];
  const steps = applyConditions(machine.status?.conditions, drafts, options.now);
  const ready = applyConditions(steps, [readyOf(machine, steps, options.now)], options.now);
  return applyConditions(ready, [availableOf(machine, ready, options.now)], options.now);
}

function deletingCondition(machine: DeepReadonly<Machine>, progress: DeletionProgress | undefined): NewCondition {
  const type = conditionTypes.deleting;
  if (machine.metadata.deletionTimestamp === undefined) {
    return { type, status: "False", reason: reasons.notDeleting };
  }
  const { reason, message } = progress ?? { reason: reasons.deleting, message: "Deletion started" };
  return { type, status: "True", reason, message };
}

function deletionOf(before: MachineStatus, progress: DeletionProgress | undefined): Pick<MachineStatus, "deletion"> {
  const times = progress?.times ?? {};
  return Object.keys(times).length === 0 ? {} : { deletion: { ...before.deletion, ...times } };
}

/** The status with the current v1beta1 fields; old failure fields are removed. */
function withDeprecated(status: MachineStatus, conditions: ConditionV1Beta1[], failure: FailureFields): MachineStatus {
  const rest = { ...status };
  delete rest.deprecated;
  const v1beta1 = { ...(conditions.length === 0 ? {} : { conditions }), ...failure };
  return Object.keys(v1beta1).length === 0 ? rest : { ...rest, deprecated: { v1beta1 } };
}
