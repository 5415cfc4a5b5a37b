import { type DeepReadonly, labels, labelValue, type MachineSet } from "@capstan/contract";
import { deepCopy } from "@capstan/kube";
import { effectiveFields, effectiveSelector } from "../../replicas/effective-fields.ts";

/** A MachineSet with the values that apply where users omit fields. */
export function effectiveMachineSet(set: DeepReadonly<MachineSet>): MachineSet {
  const next = deepCopy<MachineSet>(set);
  Object.assign(next.spec, effectiveFields(set.spec, nameLabel(set.metadata.name)));
  return next;
}

/** The selector of a MachineSet for its Machines. */
export function selectorOfMachineSet({ metadata, spec }: DeepReadonly<MachineSet>): MachineSet["spec"]["selector"] {
  return effectiveSelector(spec, nameLabel(metadata.name));
}

function nameLabel(name: string): Record<string, string> {
  return { [labels.machineSetName]: labelValue(name) };
}
