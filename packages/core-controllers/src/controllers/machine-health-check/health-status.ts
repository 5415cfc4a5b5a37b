import { conditionTypes, getCondition, type MachineStatus, type NewCondition, reasons } from "@capstan/contract";
import { applyConditions } from "../../conditions/apply.ts";
import {
  deprecatedCondition,
  type DeprecatedDraft,
  mergeDeprecatedConditions,
} from "../../conditions/deprecated-conditions.ts";
import { type Verdict } from "./machine-health.ts";
import { whole } from "../../kit/projection.ts";
import { type CheckedMachine } from "./reads.ts";

/** Status of a healthy Machine. */
export function healthyStatus(machine: CheckedMachine, now: number): MachineStatus {
  const type = conditionTypes.healthCheckSucceeded;
  return statusWith(
    machine,
    [{ type, status: "True", reason: reasons.healthCheckSucceeded }],
    [deprecatedCondition(type, undefined)],
    now,
  );
}

/** How an unhealthy Machine is remediated. */
export type Remediation =
  /** Not now: remediation is held back or already in progress. */
  | "none"
  /** By the Machine's owner, which the condition OwnerRemediated notifies. */
  | "owner"
  /** By an external controller, as the condition ExternallyRemediated reports. */
  | NewCondition;

/** Status of an unhealthy Machine. */
export function unhealthyStatus(
  machine: CheckedMachine,
  verdict: Verdict,
  remediation: Remediation,
  now: number,
): MachineStatus {
  const { reason, message } = verdict;
  const conditions: NewCondition[] = [{ type: conditionTypes.healthCheckSucceeded, status: "False", reason, message }];
  const deprecated: DeprecatedDraft[] = [
    deprecatedCondition(conditionTypes.healthCheckSucceeded, { severity: "Warning", ...nonEmpty(verdict.deprecated) }),
  ];
  if (remediation === "owner" && machine.metadata.deletionTimestamp === undefined) {
    const type = conditionTypes.ownerRemediated;
    const reason = reasons.waitingForRemediation;
    const old = machine.status?.deprecated?.v1beta1?.conditions?.find((condition) => condition.type === type);
    // While a remediation is in progress, its condition belongs to the Machine's owner.
    if (getCondition(machine, type)?.status !== "False") {
      conditions.push({ type, status: "False", reason, message: "Waiting for remediation" });
    }
    if (old?.status !== "False") deprecated.push(deprecatedCondition(type, { severity: "Warning", reason }));
  }
  if (typeof remediation === "object") conditions.push(remediation);
  return statusWith(machine, conditions, deprecated, now);
}

function nonEmpty({ reason, message }: Verdict["deprecated"]): { reason: string; message?: string } {
  return message === "" ? { reason } : { reason, message };
}

function statusWith(
  machine: CheckedMachine,
  conditions: readonly NewCondition[],
  deprecated: readonly DeprecatedDraft[],
  now: number,
): MachineStatus {
  const before = structuredClone((whole(machine).status ?? {}) as MachineStatus);
  const v1beta1 = before.deprecated?.v1beta1;
  return {
    ...before,
    conditions: applyConditions(before.conditions, conditions, now),
    deprecated: {
      v1beta1: { ...v1beta1, conditions: mergeDeprecatedConditions(v1beta1?.conditions, deprecated, now) },
    },
  };
}
