/** Which object an error, a log line or an event is about. */
export interface ObjectRef {
  /** Group and version: `cluster.x-k8s.io/v1beta2`. */
  readonly apiVersion?: string;
  /** The kind: `Machine`. */
  readonly kind: string;
  /** Undefined for cluster-scoped kinds. */
  readonly namespace?: string;
  /** Undefined for what is not about one object, such as a list. */
  readonly name?: string;
  /** Which of several objects that had the name one after the other. */
  readonly uid?: string;
}
