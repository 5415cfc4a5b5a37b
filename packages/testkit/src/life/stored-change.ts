import type { KubernetesObject, ObjectKey, ResourceKind } from "@capstan/contract";

/** A change of an object in a server's history. */
export interface StoredChange {
  /** The type of change. */
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  /** The object after the change; if it was deleted, its last state. */
  readonly object: KubernetesObject;
  /** The object before the change; undefined if it is new. */
  readonly previous?: KubernetesObject;
}

/** A server that may keep a history of objects. */
export interface RememberingServer {
  /** The changes of an object, oldest first; the embedded server has them. */
  changesOf?(kind: ResourceKind, key: ObjectKey): readonly StoredChange[];
}
