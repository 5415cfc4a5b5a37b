import { deepCopy } from "@capstan/kube";
import { type Machine } from "../api/v1beta2/machine.ts";
import { type DeepReadonly } from "../kubernetes/deep-readonly.ts";

type MachineSpec = Machine["spec"];
type InPlace = Pick<MachineSpec, "minReadySeconds" | "readinessGates" | "deletion" | "taints">;

/** The default that the Go core's webhook sets. It does not count as a difference. */
const defaultNodeDeletionTimeoutSeconds = 10;

/** A Machine's spec, updated with the fields of the template that need no new Machine. */
export function withInPlaceFields(spec: MachineSpec, template: DeepReadonly<InPlace>): MachineSpec {
  const kept = { ...spec };
  delete kept.minReadySeconds;
  delete kept.readinessGates;
  delete kept.deletion;
  delete kept.taints;
  const wanted = deepCopy<InPlace>(template);
  const isDefaulted =
    wanted.deletion?.nodeDeletionTimeoutSeconds === undefined &&
    spec.deletion?.nodeDeletionTimeoutSeconds === defaultNodeDeletionTimeoutSeconds;
  const limits = {
    ...wanted.deletion,
    ...(isDefaulted ? { nodeDeletionTimeoutSeconds: defaultNodeDeletionTimeoutSeconds } : {}),
  };
  return {
    ...kept,
    ...(wanted.minReadySeconds === undefined ? {} : { minReadySeconds: wanted.minReadySeconds }),
    ...(wanted.readinessGates === undefined ? {} : { readinessGates: wanted.readinessGates }),
    ...(Object.keys(limits).length === 0 ? {} : { deletion: limits }),
    ...(wanted.taints === undefined ? {} : { taints: wanted.taints }),
  };
}
