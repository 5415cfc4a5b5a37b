/**
 * Limits of a template. Anyone who may write a KubeadmConfig or its Secrets can have a template rendered, and the manager serves all others
 * as well. The limits are far above the needs of any file, and low enough to finish within a second. They count work, not time, so a
 * template is refused everywhere or nowhere.
 */
export const templateLimits = {
  /** Characters of the template, and bytes of its output. The Go provider has the same limit for the output. */
  bytes: 1 << 20,
  /** Actions of the template. */
  actions: 20_000,
  /** Words, values and symbols in all actions. */
  tokens: 100_000,
  /** Nesting depth of actions and parentheses in the template; each `else if` is one level deeper than the one before. */
  nesting: 100,
  /** Depth of lists of actions at run time, including those of included templates. */
  depth: 500,
  /** Actions that run, values that are looked up or passed, and characters of arguments and results of functions. */
  steps: 1_000_000,
  /** Characters of arguments and results that cost a step. The slowest function takes 100 ns for a character. */
  charactersOfStep: 16,
  /** Steps that each directive of a printf costs, because it may write a number to its last digit. */
  directiveSteps: 50,
  /** Digits that printf writes after the decimal point. */
  precision: 100,
} as const;

/** The error for a template whose actions or parentheses exceed the nesting limit. */
export const nestedTooDeep = `it is nested deeper than ${templateLimits.nesting} levels`;
