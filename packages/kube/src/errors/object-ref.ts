/** The object that an error, a log line or an Event is about. */
export interface ObjectRef {
  /** Group and version: `cluster.x-k8s.io/v1beta2`. */
  readonly apiVersion?: string;
  /** The kind: `Machine`. */
  readonly kind: string;
  /** The namespace; undefined for cluster-scoped kinds. */
  readonly namespace?: string | undefined;
  /** The name; undefined if the subject is not a single object, such as a list. */
  readonly name?: string;
  /** The uid, which distinguishes objects that have had the same name. */
  readonly uid?: string;
}
