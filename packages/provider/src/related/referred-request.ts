import type { DeepReadonly, Machine, ResourceKind } from "@capstan/contract";
import type { Request } from "@capstan/runtime";

/** The reference of a core object to a provider's object in the same namespace. */
export type Reference = DeepReadonly<Machine["spec"]["infrastructureRef"]>;

/** Returns the reference of a core object; `undefined`: the object has no reference. */
export type ReferenceOf<Owner> = (owner: DeepReadonly<Owner>) => Reference | undefined;

/** The request for the object of `kind` that a reference names; empty for another kind, and without a reference. */
export function referredRequest(
  kind: ResourceKind,
  reference: Reference | undefined,
  namespace: string | undefined,
): Request[] {
  if (reference?.kind !== kind.kind || reference.apiGroup !== kind.group) return [];
  return [{ name: reference.name, namespace }];
}
