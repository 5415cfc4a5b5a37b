/** A key that a mapping has already. */
export interface DuplicateKey {
  /** The key that is there twice. */
  readonly key: string;
  /** The line on which what it stands for this time begins; the first line is 1. */
  readonly line: number;
}
