/** A string for a tool to judge. */
export interface Document {
  /** The provider and the case of the string. */
  readonly name: string;
  readonly text: string;
}

/** Why a tool refuses a document; undefined if it accepts it. */
export type Verdict = string | undefined;
