/** A word that the project does not use, its replacement, and the regular expression that finds it. */
export interface ReplacedWord {
  readonly not: string;
  readonly say: string;
  readonly pattern: string;
}

export const words: readonly ReplacedWord[];
export const messageWords: readonly ReplacedWord[];
