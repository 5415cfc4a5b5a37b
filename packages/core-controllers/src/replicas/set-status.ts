import {
  type DeepReadonly,
  type MachineDeployment,
  type MachineSet,
  type MachineSetStatus,
  machineVersions,
  countReplicas,
} from "@capstan/contract";
import { selectorText } from "../kit/label-selector.ts";

type CountedMachine = Parameters<typeof machineVersions>[0][number] & Parameters<typeof countReplicas>[0][number];

/** The status fields, except conditions, that MachineSets and MachineDeployments have in common. */
export function setStatus(
  { metadata, spec }: DeepReadonly<MachineSet | MachineDeployment>,
  machines: readonly CountedMachine[],
): Omit<MachineSetStatus, "conditions" | "deprecated"> {
  const versions = machineVersions(machines);
  const selector = selectorText(spec.selector);
  return {
    ...(selector === "" ? {} : { selector }),
    ...countReplicas(machines),
    ...(versions === undefined ? {} : { versions }),
    ...(metadata.generation === undefined ? {} : { observedGeneration: metadata.generation }),
  };
}
