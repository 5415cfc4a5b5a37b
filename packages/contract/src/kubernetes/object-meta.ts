import { type OwnerReference } from "@capstan/kube";

export { type OwnerReference };

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
