/** A key that its mapping already contains. */
export interface DuplicateKey {
  /** The duplicate key. */
  readonly key: string;
  /** The line of its value; the first line is 1. */
  readonly line: number;
}
