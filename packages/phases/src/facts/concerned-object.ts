/** The object a requirement is about, as a person would name it. */
export interface ConcernedObject {
  /** The kind: `KubeadmConfig`. */
  readonly kind: string;
  /** Empty if the facts do not name it. */
  readonly name: string;
  /** Undefined for cluster-scoped kinds. */
  readonly namespace?: string | undefined;
}
