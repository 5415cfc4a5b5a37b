import { type DeepReadonly, type Machine } from "@capstan/contract";
import { deepCopy } from "@capstan/kube";

type MachineSpec = Machine["spec"];
type TemplateSpec = DeepReadonly<MachineSpec>;

/** The default that the Go core's webhook sets. It does not count as a difference. */
const defaultNodeDeletionTimeoutSeconds = 10;

/** A Machine's spec, updated with the fields of the template that need no new Machine. */
export function withInPlaceFields(spec: MachineSpec, template: TemplateSpec): MachineSpec {
  const kept = { ...spec };
  delete kept.minReadySeconds;
  delete kept.readinessGates;
  delete kept.deletion;
  delete kept.taints;
  const wanted = deepCopy<MachineSpec>(template);
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
