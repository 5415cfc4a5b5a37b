/** The object that an error, a log line or an Event is about. */
export interface ObjectRef {
  /** Group and version: `cluster.x-k8s.io/v1beta2`. */
  readonly apiVersion?: string;
  /** The kind: `Machine`. */
  readonly kind: string;
  /** Undefined for cluster-scoped kinds. */
  readonly namespace?: string;
  /** Undefined if the subject is not a single object, such as a list. */
  readonly name?: string;
  /** Distinguishes objects that have had the same name, one after another. */
  readonly uid?: string;
}
