/** Words that the project does not write, what it writes in their place, and the regular expression that finds them. */
export interface ReplacedWord {
  readonly not: string;
  readonly say: string;
  readonly pattern: string;
}

export const words: readonly ReplacedWord[];
export const messageWords: readonly ReplacedWord[];
