import type { DeepReadonly, Machine, ResourceKind } from "@capstan/contract";
import type { Request } from "@capstan/runtime";

/** How core's kinds refer to a provider's object: in their own namespace. */
export type Reference = DeepReadonly<Machine["spec"]["infrastructureRef"]>;

/** What an object of core refers to; `undefined`: nothing. */
export type ReferenceOf<Owner> = (owner: DeepReadonly<Owner>) => Reference | undefined;

/** The request for the object of `kind` that a reference names; empty if it names another kind, or there is no reference. */
export function referredRequest(
  kind: ResourceKind,
  reference: Reference | undefined,
  namespace: string | undefined,
): Request[] {
  if (reference?.kind !== kind.kind || reference.apiGroup !== kind.group) return [];
  return [namespace === undefined ? { name: reference.name } : { name: reference.name, namespace }];
}
