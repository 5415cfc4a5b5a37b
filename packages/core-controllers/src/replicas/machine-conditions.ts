import { conditionTypes, getCondition, type NewCondition, reasons } from "@capstan/contract";
import { aggregate, type Reporter } from "../conditions/aggregate.ts";
import { type Checked, isToBeRemediated, isUnhealthy } from "./remediation-state.ts";
import { listMachines } from "./stale-machines.ts";

/** Whether all Machines are Ready. */
export function machinesReady(type: string, machines: readonly Reporter<"Ready">[]): NewCondition {
  if (machines.length === 0) return { type, status: "True", reason: reasons.noReplicas };
  return aggregate("Machine", machines, {
    type,
    of: conditionTypes.ready,
    reasons: { True: reasons.ready, False: reasons.notReady, Unknown: reasons.readyUnknown },
  });
}

type MaybeUpToDate = Reporter<"UpToDate"> & { readonly metadata: { readonly creationTimestamp?: string } };

/** A new Machine has this long to report whether it is up to date. */
const upToDateGraceMs = 10_000;

/** Whether all Machines are up to date. */
export function machinesUpToDate(type: string, all: readonly MaybeUpToDate[], now: number): NewCondition {
  const machines = all.filter((machine) => upToDateWaitMs(machine, now) === 0);
  if (machines.length === 0) return { type, status: "True", reason: reasons.noReplicas };
  return aggregate("Machine", machines, {
    type,
    of: conditionTypes.upToDate,
    reasons: { True: reasons.upToDate, False: reasons.notUpToDate, Unknown: reasons.upToDateUnknown },
  });
}

/** For how much longer a Machine need not report whether it is up to date, in milliseconds. */
export function upToDateWaitMs(machine: MaybeUpToDate, now: number): number {
  if (getCondition(machine, conditionTypes.upToDate) !== undefined) return 0;
  const age = now - Date.parse(machine.metadata.creationTimestamp ?? "");
  return age < upToDateGraceMs ? upToDateGraceMs - Math.max(0, age) : 0;
}

/**
 * Whether Machines are being remediated.
 *
 * @param who - the object that, according to the message about unhealthy Machines, does not remediate them.
 */
export function remediating(machines: readonly (Checked & Reporter<"OwnerRemediated">)[], who: string): NewCondition {
  const type = conditionTypes.remediating;
  const affected = machines.filter(isToBeRemediated);
  if (affected.length === 0) {
    const unhealthy = machines.filter(isUnhealthy);
    const message = unhealthy.length === 0 ? "" : `${listMachines(unhealthy)} not healthy (${who})`;
    return { type, status: "False", reason: reasons.notRemediating, message };
  }
  const { message = "" } = aggregate("Machine", affected, {
    type,
    of: conditionTypes.ownerRemediated,
    reasons: { True: reasons.remediating, False: reasons.remediating, Unknown: reasons.remediating },
  });
  return { type, status: "True", reason: reasons.remediating, message };
}
