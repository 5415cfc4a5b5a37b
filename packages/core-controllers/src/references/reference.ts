import { type ContractVersion, type DeepReadonly, type KubernetesObject, type ResourceKind } from "@capstan/contract";

/** A reference of a v1beta2 object: the contract label of the kind's CRD determines the version. */
export interface Reference {
  readonly apiGroup: string;
  readonly kind: string;
  readonly name: string;
}

/** The known state of a referenced object. */
export type ObservedReference =
  | FoundReference
  /** The kind is served, but the object does not exist. */
  | { readonly state: "missing" }
  /** The watch of the kind has been started but has not delivered its first list. */
  | { readonly state: "pending" }
  /** The kind cannot be used; the message names the remedy. */
  | { readonly state: "unresolved"; readonly reason: string; readonly message: string };

/** A referenced object that exists. */
export interface FoundReference {
  readonly state: "found";
  readonly object: DeepReadonly<KubernetesObject>;
  readonly kind: ResourceKind;
  readonly contract: ContractVersion;
  /** Why the object cannot be used by the referrer, for example because another object controls it. */
  readonly refusal?: string;
  /** Other objects that use this one: it is not deleted with the referrer alone. */
  readonly sharedWith?: string;
}

/** Index key of a referenced object in its namespace, the same for all versions of its kind. */
export function referenceKey(group: string, kind: string, name: string): string {
  return `${group}/${kind}/${name}`;
}

/** Index key of a kind, the same for all its versions. */
export function groupKindKey(group: string, kind: string): string {
  return `${group}/${kind}`;
}
