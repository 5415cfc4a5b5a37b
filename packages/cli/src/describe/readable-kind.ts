import { calculateCRDName, contractOf, type ContractVersion, type ResourceKind } from "@capstan/contract";
import type { ObservedReference, Reference } from "./observed-cluster.ts";

/** A referenced kind and how to read it, or why it cannot be read. */
export type ReadableKind =
  | { readonly state: "readable"; readonly resource: ResourceKind; readonly contract: ContractVersion }
  | Extract<ObservedReference, { state: "unresolved" }>;

/** The name of a kind's CRD, as the contract defines it. */
export function crdNameOf({ apiGroup, kind }: Pick<Reference, "apiGroup" | "kind">): string {
  return calculateCRDName(apiGroup, kind);
}

/** @param crd - the CRD, of which only metadata is read; undefined if it is not installed. */
export function readableKind(
  reference: Pick<Reference, "apiGroup" | "kind">,
  crd: { readonly metadata: { readonly labels?: Readonly<Record<string, string>> } } | undefined,
): ReadableKind {
  const { apiGroup, kind } = reference;
  const name = crdNameOf(reference);
  const missing = `CustomResourceDefinition ${name} is not installed; install the provider of ${kind}`;
  if (crd === undefined) return { state: "unresolved", message: missing };
  const served = contractOf(crd);
  const unlabeled = `CustomResourceDefinition ${name} has no label that names a contract version`;
  if (served === undefined) return { state: "unresolved", message: unlabeled };
  const { version, contract } = served;
  const plural = name.slice(0, name.indexOf("."));
  return { state: "readable", resource: { group: apiGroup, version, kind, plural, namespaced: true }, contract };
}
