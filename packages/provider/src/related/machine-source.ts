import { type DeepReadonly, Machine, type ResourceKind } from "@capstan/contract";
import { type Cache, enqueueMapped, type Request, type Source } from "@capstan/runtime";
import { referredRequest, type ReferenceOf } from "./referred-request.ts";

/** Wakes the object of `kind` that a Machine refers to when a relevant field of the Machine changes (BH-007). */
export function machineSource(kind: ResourceKind, referenceOf: ReferenceOf<Machine>): Source {
  return enqueueMapped(Machine, (machine, previous) =>
    previous !== undefined && relevant(machine) === relevant(previous)
      ? []
      : referredRequest(kind, referenceOf(machine), machine.metadata.namespace),
  );
}

/** Returns the objects of `kind` that the Machines of a Cluster refer to. */
export function objectsOfMachines(cache: Cache, kind: ResourceKind, referenceOf: ReferenceOf<Machine>) {
  const machines = cache.informer(Machine);
  const byCluster = machines.addIndex("capstan-provider/cluster", ({ spec }) => [spec.clusterName]);
  return (namespace: string | undefined, cluster: string): Request[] =>
    byCluster
      .in(namespace, cluster)
      .flatMap((machine) => referredRequest(kind, referenceOf(machine), machine.metadata.namespace));
}

/**
 * Conditions and phase of a Machine are omitted: core derives them from the provider's, so waking objects for them would only cause a loop.
 */
function relevant({ metadata, spec, status }: DeepReadonly<Machine>): string {
  return JSON.stringify([
    metadata.uid,
    metadata.labels,
    metadata.annotations,
    metadata.deletionTimestamp,
    spec,
    status?.nodeRef,
  ]);
}
