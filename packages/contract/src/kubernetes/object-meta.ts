import { type OwnerReference } from "@capstan/kube";

export { type OwnerReference };

/** Metadata of every Kubernetes object, as the API server stores it. Times are RFC 3339. */
export interface ObjectMeta {
  /** The name, unique for its kind and namespace. */
  name: string;
  /** The namespace; undefined for cluster-scoped objects. */
  namespace?: string | undefined;
  /** The prefix of a name that the API server generates. */
  generateName?: string;
  /** Unique over time; set by the API server. */
  uid?: string;
  /** Identifies the state of the object; changes with each write. */
  resourceVersion?: string;
  /** Increases with each change of the desired state. */
  generation?: number;
  /** The time of the creation. */
  creationTimestamp?: string;
  /** The time at which the deletion was requested; undefined before. */
  deletionTimestamp?: string;
  /** The grace period of the deletion, in seconds. */
  deletionGracePeriodSeconds?: number;
  /** Labels, by which objects are selected. */
  labels?: Record<string, string>;
  /** Annotations, which programs read and write. */
  annotations?: Record<string, string>;
  /** The owners. The garbage collector deletes the object once all of them are deleted. */
  ownerReferences?: OwnerReference[];
  /** The object is deleted only after all finalizers have been removed. */
  finalizers?: string[];
  /** The manager of each field, for server-side apply. */
  managedFields?: unknown[];
}
