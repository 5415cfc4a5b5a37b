/**
 * Points from a dependent to the object that owns it, in the same namespace. All of it is text of who wrote the dependent: it
 * says who is to be the owner, and proves nothing until `isOwnedBy` has compared it with the owner.
 */
export interface OwnerReference {
  /** Group and version of the owner. */
  apiVersion: string;
  /** The kind of the owner. */
  kind: string;
  /** The name of the owner. */
  name: string;
  /** The uid of the owner: another object of its name is not the owner. */
  uid: string;
  /** True for the one owner that manages the dependent. */
  controller?: boolean;
  /** Whether the owner waits for this object when it is deleted in the foreground. */
  blockOwnerDeletion?: boolean;
}

/** What may have owners. */
export interface Dependent {
  /** Where it is, and who owns it. */
  readonly metadata: {
    readonly namespace?: string | undefined;
    readonly ownerReferences?: readonly Readonly<OwnerReference>[] | undefined;
  };
}

/** An object as the API server stored it, which others may refer to as their owner. */
export interface Owner {
  /** Group and version. */
  readonly apiVersion: string;
  /** The kind: `Machine`. */
  readonly kind: string;
  /** What tells it from all others. */
  readonly metadata: {
    readonly name: string;
    /** Undefined for an object of the whole cluster, which may own objects in every namespace. */
    readonly namespace?: string | undefined;
    /** Undefined for an object that is not stored, which owns nothing. */
    readonly uid?: string | undefined;
  };
}
