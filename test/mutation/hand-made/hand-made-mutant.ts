/** A handwritten mutant, anywhere in the sources. */
export interface HandMadeMutant {
  /** What the program does wrong with it. */
  readonly name: string;
  readonly file: string;
  /** What is there now, exactly once. */
  readonly find: string;
  readonly replace: string;
  /** The files of tests that should notice it. */
  readonly tests: readonly string[];
}

/** The text of the file with the mutant in it. */
export function mutated({ name, file, find, replace }: Omit<HandMadeMutant, "tests">, text: string): string {
  const [before, after, ...more] = text.split(find);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new StaleMutantError(`${name}: ${file} must have this exactly once: ${find}`);
  }
  return `${before}${replace}${after}`;
}

/** A mutant made by hand that no longer fits its file. */
export class StaleMutantError extends Error {
  override readonly name = "StaleMutantError";
}
