/** Two parts of a spec that cannot both hold. */
export interface Contradiction {
  /** Where in the object, e.g. `spec.files[2].path`. */
  readonly path: string;
  /** What is wrong and what to do, without any of the values (they may be secret). */
  readonly message: string;
}
