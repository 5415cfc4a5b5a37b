import {
  type DeepReadonly,
  finalizers,
  labels,
  labelValue,
  Machine,
  type MachineSet,
  kindOfClone,
  withInPlaceFields,
  managedKeys,
  nextMap,
} from "@capstan/contract";
import { apiVersionOf, deepCopy } from "@capstan/kube";
import { machineSetOwner } from "../../kit/owner-references.ts";
import { whole } from "../../kit/projection.ts";
import { type SetMachine } from "./reads.ts";

type MachineSpec = Machine["spec"];

/** Labels of the Machines of a set and of the objects behind them. */
export function machineLabels({ metadata, spec }: DeepReadonly<MachineSet>): Record<string, string> {
  const deployment = metadata.labels?.[labels.machineDeploymentName];
  return {
    ...spec.template.metadata?.labels,
    [labels.clusterName]: spec.clusterName,
    [labels.machineSetName]: labelValue(metadata.name),
    ...(deployment === undefined ? {} : { [labels.machineDeploymentName]: deployment }),
  };
}

/** Annotations of the Machines of a set and of the objects behind them. */
function machineAnnotations({ spec }: DeepReadonly<MachineSet>): Record<string, string> {
  return { ...spec.template.metadata?.annotations };
}

/** A complete new Machine of a set: with its finalizer, so that no object can leak, and with the names of its objects. */
export function newMachine(set: DeepReadonly<MachineSet>, name: string): Machine {
  const { namespace } = set.metadata;
  const spec = deepCopy<MachineSpec>(set.spec.template.spec);
  const { configRef } = spec.bootstrap;
  const annotations = machineAnnotations(set);
  return {
    apiVersion: apiVersionOf(Machine),
    kind: Machine.kind,
    metadata: {
      name,
      namespace,
      labels: machineLabels(set),
      ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
      ownerReferences: [machineSetOwner(set)],
      finalizers: [finalizers.machine],
    },
    spec: {
      ...spec,
      clusterName: set.spec.clusterName,
      bootstrap: {
        ...spec.bootstrap,
        ...(configRef === undefined ? {} : { configRef: { ...configRef, kind: kindOfClone(configRef.kind), name } }),
      },
      infrastructureRef: { ...spec.infrastructureRef, kind: kindOfClone(spec.infrastructureRef.kind), name },
    },
  };
}

/**
 * A Machine, updated with every field of the set's template that can be changed in place: labels, annotations, time limits of the deletion,
 * minReadySeconds, readiness gates, taints. A Machine that is being deleted gets only the fields that its deletion depends on.
 */
export function updatedMachine(machine: SetMachine, set: DeepReadonly<MachineSet>): Machine {
  const before = whole(machine);
  const next = deepCopy<Machine>(before);
  next.spec = withInPlaceFields(next.spec, set.spec.template.spec);
  if (machine.metadata.deletionTimestamp !== undefined) return next;
  const marker = labels.machineSetName;
  const wanted = { labels: machineLabels(set), annotations: machineAnnotations(set) };
  for (const map of ["labels", "annotations"] as const) {
    const after = nextMap(machine.metadata[map], wanted[map], managedKeys(before.metadata, map, marker));
    if (machine.metadata[map] !== undefined || Object.keys(after).length > 0) next.metadata[map] = after;
  }
  return next;
}
