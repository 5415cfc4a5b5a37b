import {
  conditionTypes,
  type DeepReadonly,
  type MachineHealthCheck,
  type MachineHealthCheckStatus,
  type NewCondition,
  reasons,
} from "@capstan/contract";
import { applyConditions } from "../../conditions/apply.ts";
import { deprecatedCondition, mergeDeprecatedConditions } from "../../conditions/deprecated-conditions.ts";
import { machineHealth, type TargetNode, type Verdict } from "./machine-health.ts";
import { decideTrigger } from "./remediation-trigger.ts";
import { type CheckCluster, type CheckedMachine } from "./reads.ts";

/** A Machine that the health check watches. */
export interface Target {
  readonly machine: CheckedMachine;
  readonly node: TargetNode;
}

/** The input for a health check's decision, in addition to the check. */
export interface HealthCheckFacts {
  readonly cluster: CheckCluster;
  readonly targets: readonly Target[];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The findings of a health check, and the actions that follow. */
export interface HealthCheckPlan {
  /** Machines to mark as healthy. */
  readonly healthy: readonly CheckedMachine[];
  /** Machines to mark as unhealthy, and why. */
  readonly unhealthy: readonly { readonly machine: CheckedMachine; readonly verdict: Verdict }[];
  /** Why no Machine is remediated now; `undefined`: unhealthy Machines are remediated. */
  readonly restricted: string | undefined;
  readonly status: MachineHealthCheckStatus;
  /** Milliseconds until the next problem has lasted too long; `undefined`: never. */
  readonly nextCheckMs: number | undefined;
}

/** Judges every Machine of a health check, and decides whether to remediate the unhealthy ones. Pure. */
export function planHealthCheck(check: DeepReadonly<MachineHealthCheck>, facts: HealthCheckFacts): HealthCheckPlan {
  const { cluster, targets, now } = facts;
  const judged = targets.map(({ machine, node }) => ({
    machine,
    health: machineHealth({ machine, node, cluster, checks: check.spec.checks, now }),
  }));
  const healthy = judged.flatMap(({ machine, health }) => (health.state === "healthy" ? [machine] : []));
  const unhealthy = judged.flatMap(({ machine, health }) =>
    health.state === "unhealthy" ? [{ machine, verdict: health.verdict }] : [],
  );
  const waits = judged.flatMap(({ health }) =>
    health.state === "undecided" && health.nextCheckMs !== undefined ? [health.nextCheckMs] : [],
  );
  const counts = { expected: targets.length, healthy: healthy.length, unhealthy: unhealthy.length };
  const trigger = decideTrigger(check.spec.remediation, counts);
  const restricted = trigger.allowed ? undefined : trigger.message;
  return {
    healthy,
    unhealthy,
    restricted,
    status: statusOf(check, {
      targets: targets.map(({ machine }) => machine.metadata.name).sort(),
      healthy: healthy.length,
      remediationsAllowed: trigger.allowed ? trigger.remediationsAllowed : 0,
      restricted,
      now,
    }),
    nextCheckMs: waits.length === 0 ? undefined : Math.min(...waits),
  };
}

interface StatusFacts {
  readonly targets: string[];
  readonly healthy: number;
  readonly remediationsAllowed: number;
  readonly restricted: string | undefined;
  readonly now: number;
}

function statusOf(check: DeepReadonly<MachineHealthCheck>, facts: StatusFacts): MachineHealthCheckStatus {
  const { targets, healthy, remediationsAllowed, restricted, now } = facts;
  const before = structuredClone((check.status ?? {}) as MachineHealthCheckStatus);
  delete before.targets;
  const type = conditionTypes.remediationAllowed;
  const drafts: NewCondition[] = [
    restricted === undefined
      ? { type, status: "True", reason: reasons.remediationAllowed }
      : { type, status: "False", reason: reasons.tooManyUnhealthy, message: restricted },
    { type: conditionTypes.paused, status: "False", reason: reasons.notPaused },
  ];
  const deprecated = deprecatedCondition(
    type,
    restricted === undefined
      ? undefined
      : { severity: "Warning", reason: reasons.tooManyUnhealthy, message: restricted },
  );
  const conditionsBefore = before.deprecated?.v1beta1?.conditions;
  return {
    ...before,
    expectedMachines: targets.length,
    currentHealthy: healthy,
    remediationsAllowed,
    ...(targets.length === 0 ? {} : { targets }),
    ...(check.metadata.generation === undefined ? {} : { observedGeneration: check.metadata.generation }),
    conditions: applyConditions(before.conditions, drafts, now),
    deprecated: { v1beta1: { conditions: mergeDeprecatedConditions(conditionsBefore, [deprecated], now) } },
  };
}
