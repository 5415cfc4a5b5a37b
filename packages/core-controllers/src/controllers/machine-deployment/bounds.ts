import { type DeepReadonly, type MachineDeployment } from "@capstan/contract";
import { scaled } from "../../replicas/int-or-percent.ts";

/** How far a deployment may deviate from its desired number of Machines. */
export interface Bounds {
  readonly wanted: number;
  readonly maxSurge: number;
  readonly maxUnavailable: number;
}

/**
 * The bounds of a deployment, in Machines. Percentages are of the desired number; maxSurge is rounded up and maxUnavailable down. If both
 * are 0, one Machine may be unavailable, because otherwise no rollout could begin. OnDelete has no bounds.
 */
export function boundsOf({ spec }: DeepReadonly<MachineDeployment>): Bounds {
  const wanted = spec.replicas ?? 1;
  if (!isRollingUpdate(spec)) return { wanted, maxSurge: 0, maxUnavailable: 0 };
  const { maxSurge, maxUnavailable } = spec.rollout?.strategy?.rollingUpdate ?? {};
  const surge = scaled(maxSurge, wanted, "up") ?? 1;
  const unavailable = scaled(maxUnavailable, wanted, "down") ?? 0;
  return {
    wanted,
    maxSurge: surge,
    maxUnavailable: Math.min(wanted, surge === 0 && unavailable === 0 ? 1 : unavailable),
  };
}

/** Whether new Machines replace old ones automatically. */
export function isRollingUpdate(spec: DeepReadonly<MachineDeployment["spec"]>): boolean {
  return (spec.rollout?.strategy?.type ?? "RollingUpdate") === "RollingUpdate";
}
