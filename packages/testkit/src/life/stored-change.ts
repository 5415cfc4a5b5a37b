import type { KubernetesObject, ObjectKey, ResourceKind } from "@capstan/contract";

/** A change of an object, as a server remembers it. */
export interface StoredChange {
  /** What happened. */
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  /** As the change left it; if it was deleted, as it was last. */
  readonly object: KubernetesObject;
  /** As it was before; undefined: it is new. */
  readonly previous?: KubernetesObject;
}

/** A server that may remember what has happened to objects. */
export interface RememberingServer {
  /** The changes of an object, oldest first; the embedded server remembers them. */
  changesOf?(kind: ResourceKind, key: ObjectKey): readonly StoredChange[];
}
