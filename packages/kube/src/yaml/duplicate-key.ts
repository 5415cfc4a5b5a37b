/** A key that its mapping already contains. */
export interface DuplicateKey {
  /** The duplicate key. */
  readonly key: string;
  /** Whether the key is a string in YAML; otherwise it is a number or a boolean. */
  readonly isString: boolean;
  /** The line of its value; the first line is 1. */
  readonly line: number;
}
