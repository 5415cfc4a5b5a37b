import { type ContractVersion, type DeepReadonly, type KubernetesObject, type ResourceKind } from "@capstan/contract";

/** A reference of a v1beta2 object: the version is found through the contract label of the kind's CRD. */
export interface Reference {
  readonly apiGroup: string;
  readonly kind: string;
  readonly name: string;
}

/** What is known of a referenced object at the moment. */
export type ObservedReference =
  | FoundReference
  /** The kind is served, the object is not there. */
  | { readonly state: "missing" }
  /** The watch of the kind has been started and has not delivered yet. */
  | { readonly state: "pending" }
  /** The kind cannot be worked with; the message says what to do. */
  | { readonly state: "unresolved"; readonly reason: string; readonly message: string };

/** A referenced object that is there. */
export interface FoundReference {
  readonly state: "found";
  readonly object: DeepReadonly<KubernetesObject>;
  readonly kind: ResourceKind;
  readonly contract: ContractVersion;
  /** Why the object cannot be used by the referrer, for example because another one controls it. */
  readonly refusal?: string;
}

/** Key of a referenced object in an index, the same for all versions of its kind. */
export function referenceKey(group: string, kind: string, namespace: string | undefined, name: string): string {
  return `${group}/${kind}/${namespace ?? ""}/${name}`;
}

/** Key of a kind in an index, the same for all its versions. */
export function groupKindKey(group: string, kind: string): string {
  return `${group}/${kind}`;
}
