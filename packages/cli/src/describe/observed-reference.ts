import type { ContractVersion, DeepReadonly, KubernetesObject } from "@capstan/contract";
import type { ObservedReference, Reference } from "./observed-cluster.ts";

/** There is no object behind a reference. */
export const missing: ObservedReference = { state: "missing" };

/** The state of a reference whose kind can be read. @param object - with its name; undefined: missing. */
export function observedReference(
  object: DeepReadonly<KubernetesObject> | undefined,
  contract: ContractVersion,
): ObservedReference {
  return object === undefined ? missing : { state: "found", object, contract };
}

/** The key of a referenced kind: for thousands of references, cheaper than the name of a CRD. */
export function referredKind({ apiGroup, kind }: Pick<Reference, "apiGroup" | "kind">): string {
  return `${apiGroup}/${kind}`;
}

/** Each referenced kind, with one of its references. */
export function referredKinds(references: readonly Reference[]): ReadonlyMap<string, Reference> {
  return new Map(references.map((reference) => [referredKind(reference), reference]));
}
