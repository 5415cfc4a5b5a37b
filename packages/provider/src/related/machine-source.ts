import { type DeepReadonly, Machine, type ResourceKind } from "@capstan/contract";
import { enqueueMapped, type Request, type Source } from "@capstan/runtime";
import type { ProviderRole } from "../definition/contract-fields.ts";
import { referredRequest } from "./referred-request.ts";

/** Wakes the bootstrap config or infra machine that a Machine refers to when something of the Machine that matters changes (BH-007). */
export function machineSource(role: ProviderRole, kind: ResourceKind): Source {
  return enqueueMapped(Machine, (machine, previous) =>
    previous !== undefined && relevant(machine) === relevant(previous) ? [] : requestsOf(role, kind, machine),
  );
}

/** The request for the object of `kind` that a Machine refers to; empty if it refers to another kind. */
export function requestsOf(role: ProviderRole, kind: ResourceKind, machine: DeepReadonly<Machine>): Request[] {
  const { bootstrap, infrastructureRef } = machine.spec;
  const reference = role === "BootstrapConfig" ? bootstrap.configRef : infrastructureRef;
  return referredRequest(kind, reference, machine.metadata.namespace);
}

/** Conditions and phase of a Machine are made of ours; waking on them would only go round in circles. */
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
