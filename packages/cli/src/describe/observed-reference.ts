import type { ContractVersion, DeepReadonly, KubernetesObject } from "@capstan/contract";
import type { ObservedReference, Reference } from "./observed-cluster.ts";

/** Nothing is behind a reference. */
export const missing: ObservedReference = { state: "missing" };

/** What is behind a reference whose kind can be read. @param object - of its name; undefined: there is none. */
export function observedReference(
  object: DeepReadonly<KubernetesObject> | undefined,
  contract: ContractVersion,
): ObservedReference {
  return object === undefined ? missing : { state: "found", object, contract };
}

/** By which kinds that references name are told apart: cheaper than the name of a CRD, for thousands of references. */
export function referredKind({ apiGroup, kind }: Pick<Reference, "apiGroup" | "kind">): string {
  return `${apiGroup}/${kind}`;
}

/** Each kind that references name, with one of these. */
export function referredKinds(references: readonly Reference[]): ReadonlyMap<string, Reference> {
  return new Map(references.map((reference) => [referredKind(reference), reference]));
}
