import type { DeepReadonly, Machine, ResourceKind } from "@capstan/contract";
import type { Request } from "@capstan/runtime";

/** The request for the object of `kind` that a reference names; empty if it names another kind, or there is none. */
export function referredRequest(
  kind: ResourceKind,
  reference: DeepReadonly<Machine["spec"]["infrastructureRef"]> | undefined,
  namespace: string | undefined,
): Request[] {
  if (reference?.kind !== kind.kind || reference.apiGroup !== kind.group) return [];
  return [namespace === undefined ? { name: reference.name } : { name: reference.name, namespace }];
}
