/**
 * A reference from a dependent to its owner in the same namespace. The author of the dependent wrote it, so it proves nothing until
 * `isOwnedBy` has compared it with the owner.
 */
export interface OwnerReference {
  /** Group and version of the owner. */
  apiVersion: string;
  /** The kind of the owner. */
  kind: string;
  /** The name of the owner. */
  name: string;
  /** The uid of the owner: another object of the same name is not the owner. */
  uid: string;
  /** True for the single owner that manages the dependent. */
  controller?: boolean;
  /** Whether foreground deletion of the owner waits for this object. */
  blockOwnerDeletion?: boolean;
}

/** An object that may have owners. */
export interface Dependent {
  /** Its namespace and its owner references. */
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
  /** Its identity. */
  readonly metadata: {
    readonly name: string;
    /** Undefined for a cluster-scoped object, which may own objects in every namespace. */
    readonly namespace?: string | undefined;
    /** Undefined for an object that is not stored, which owns nothing. */
    readonly uid?: string | undefined;
  };
}
