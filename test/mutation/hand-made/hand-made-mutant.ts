/** A handwritten mutant, anywhere in the sources. */
export interface HandMadeMutant {
  /** The resulting defect of the program. */
  readonly name: string;
  readonly file: string;
  /** The original source, which occurs exactly once. */
  readonly find: string;
  readonly replace: string;
  /** The test files that should detect it. */
  readonly tests: readonly string[];
}

/** The content of the file with the mutant. */
export function mutated({ name, file, find, replace }: Omit<HandMadeMutant, "tests">, text: string): string {
  const [before, after, ...more] = text.split(find);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new StaleMutantError(`${name}: ${file} must have this exactly once: ${find}`);
  }
  return `${before}${replace}${after}`;
}

/** A handwritten mutant that no longer fits its file. */
export class StaleMutantError extends Error {
  override readonly name = "StaleMutantError";
}
