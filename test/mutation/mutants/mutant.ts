/** One change at one place in a module, which a test should detect. */
export interface Mutant {
  /** Stable as long as the function is unchanged, wherever it is in the file. */
  readonly id: string;
  readonly file: string;
  /** The enclosing functions and declarations, outermost first: `plan.rollOut`. */
  readonly within: string;
  /** The change: `condition → true`. */
  readonly change: string;
  /** The changed expression or statement, in one line. */
  readonly text: string;
  readonly line: number;
}

/** The identity of a mutant: without line numbers, so that it survives changes elsewhere in the file. */
export function mutantId(file: string, within: string, change: string, text: string, occurrence: number): string {
  const counted = occurrence === 0 ? "" : ` #${occurrence + 1}`;
  return `${file} | ${within} | ${change} | ${text}${counted}`;
}
