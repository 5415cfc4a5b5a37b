/** Points from a dependent to the object that owns it, in the same namespace. */
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

/** Metadata of every Kubernetes object, as the API server stores it. Times are RFC 3339. */
export interface ObjectMeta {
  /** Unique for its kind and namespace. */
  name: string;
  /** Undefined for cluster-scoped kinds. */
  namespace?: string;
  /** What the server begins a name with that it makes. */
  generateName?: string;
  /** Unique for all time; set by the server. */
  uid?: string;
  /** The state of the object; another one after each write. */
  resourceVersion?: string;
  /** Counts the changes of what is asked for. */
  generation?: number;
  /** When it was created. */
  creationTimestamp?: string;
  /** When its deletion was asked for; undefined before. */
  deletionTimestamp?: string;
  /** How long it may take to end, in seconds. */
  deletionGracePeriodSeconds?: number;
  /** What objects are selected by. */
  labels?: Record<string, string>;
  /** What programs note down. */
  annotations?: Record<string, string>;
  /** The objects without which it is deleted. */
  ownerReferences?: OwnerReference[];
  /** Who must agree before it is gone. */
  finalizers?: string[];
  /** Who set which field, for server-side apply. */
  managedFields?: unknown[];
}
