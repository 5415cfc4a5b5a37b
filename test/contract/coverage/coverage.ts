import type { Moment } from "./moments.ts";

/** A test that shows that a breach of a rule is caught. */
export interface Coverage {
  readonly rule: string;
  readonly moment: Moment;
  /** Path of the test file, from the repository's root. */
  readonly file: string;
  /** Title of the test, as written or computed in the file. */
  readonly test: string;
}
