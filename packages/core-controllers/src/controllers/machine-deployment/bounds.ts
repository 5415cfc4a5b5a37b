import { type DeepReadonly, type MachineDeployment } from "@capstan/contract";
import { scaled } from "../../replicas/int-or-percent.ts";

/** How far a deployment may stray from its wanted number of Machines. */
export interface Bounds {
  readonly wanted: number;
  readonly maxSurge: number;
  readonly maxUnavailable: number;
}

/**
 * The bounds of a deployment in Machines: percentages of the wanted number, maxSurge rounded up and maxUnavailable down.
 * Where both come to nothing, one Machine may be unavailable, or no rollout could ever begin. OnDelete knows no bounds.
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

/** Whether new Machines replace old ones by themselves. */
export function isRollingUpdate(spec: DeepReadonly<MachineDeployment["spec"]>): boolean {
  return (spec.rollout?.strategy?.type ?? "RollingUpdate") === "RollingUpdate";
}
