/** Two parts of a spec that contradict each other. */
export interface Contradiction {
  /** The field path, e.g. `spec.files[2].path`. */
  readonly path: string;
  /** The problem and the remedy, without any values, which may be secret. */
  readonly message: string;
}
