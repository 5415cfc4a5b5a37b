import { type ContractVersion, type DeepReadonly, type KubernetesObject, type ResourceKind } from "@capstan/contract";

/** A reference of a v1beta2 object: the contract label of the kind's CRD determines the version. */
export interface Reference {
  readonly apiGroup: string;
  readonly kind: string;
  readonly name: string;
}

/** What is known of a referenced object at the moment. */
export type ObservedReference =
  | FoundReference
  /** The kind is served, but the object does not exist. */
  | { readonly state: "missing" }
  /** The watch of the kind has been started but has not delivered its first list. */
  | { readonly state: "pending" }
  /** The kind cannot be used; the message says what to do. */
  | { readonly state: "unresolved"; readonly reason: string; readonly message: string };

/** A referenced object that exists. */
export interface FoundReference {
  readonly state: "found";
  readonly object: DeepReadonly<KubernetesObject>;
  readonly kind: ResourceKind;
  readonly contract: ContractVersion;
  /** Why the object cannot be used by the referrer, for example because another object controls it. */
  readonly refusal?: string;
  /** Which objects use it as well: it is not deleted with the referrer alone. */
  readonly sharedWith?: string;
}

/** Key of a referenced object in an index of its namespace, the same for all versions of its kind. */
export function referenceKey(group: string, kind: string, name: string): string {
  return `${group}/${kind}/${name}`;
}

/** Key of a kind in an index, the same for all its versions. */
export function groupKindKey(group: string, kind: string): string {
  return `${group}/${kind}`;
}
