/**
 * What a template may take. Anyone who may write a KubeadmConfig or its Secrets can have one rendered, and the manager works for all
 * others as well: far more than any file needs, and little enough to be done within a second. They count work and not time, so a
 * template is refused everywhere or nowhere.
 */
export const templateLimits = {
  /** Characters of the template, and bytes of its output: the limit of the Go provider for the latter. */
  bytes: 1 << 20,
  /** Actions of the template. */
  actions: 20_000,
  /** Words, values and symbols in all its actions. */
  tokens: 100_000,
  /** Actions and parentheses inside each other in the template; each `else if` is inside the one before. */
  nesting: 100,
  /** Lists of actions that run inside each other, those of included templates counted. */
  depth: 500,
  /** Actions that run, values that are looked up or passed, and every 256 characters of what functions get. */
  steps: 1_000_000,
  /** Steps that each directive of a printf takes: it may write a number to its last digit. */
  directiveSteps: 50,
  /** Digits after the point that printf writes. */
  precision: 100,
} as const;

/** Why a template is refused whose actions or parentheses exceed the nesting. */
export const nestedTooDeep = `it is nested deeper than ${templateLimits.nesting} levels`;
