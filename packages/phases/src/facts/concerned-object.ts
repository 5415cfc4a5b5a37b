/** The object that a requirement is about, for messages. */
export interface ConcernedObject {
  /** The kind: `KubeadmConfig`. */
  readonly kind: string;
  /** The name; empty if the facts do not contain it. */
  readonly name: string;
  /** The namespace; undefined for cluster-scoped kinds. */
  readonly namespace?: string | undefined;
}
