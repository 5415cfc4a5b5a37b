/** One change of one place in a module, which a test should notice. */
export interface Mutant {
  /** Stays the same while its function does, wherever in the file that is. */
  readonly id: string;
  readonly file: string;
  /** The functions and declarations around it, outermost first: `plan.rollOut`. */
  readonly within: string;
  /** What is done: `condition → true`. */
  readonly change: string;
  /** The expression or statement that is changed, in one line. */
  readonly text: string;
  readonly line: number;
}

/** What identifies a mutant: no line numbers, so that it survives changes elsewhere in the file. */
export function mutantId(file: string, within: string, change: string, text: string, occurrence: number): string {
  const counted = occurrence === 0 ? "" : ` #${occurrence + 1}`;
  return `${file} | ${within} | ${change} | ${text}${counted}`;
}
