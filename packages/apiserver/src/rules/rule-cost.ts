import { largestCost } from "../cel/cost/estimate.ts";
import { type Program } from "../cel/program.ts";
import { type DeclaredType, largestRequest } from "./rule-types.ts";

/** The maximum cost of evaluating a rule for values of a type. */
export function ruleCost({ checked }: Program, declared: DeclaredType): number {
  return largestCost(checked, (path) => largestAt(declared, path));
}

/** The maximum number of a type's values in a request. */
export function mostOccurrences({ smallest }: DeclaredType): number {
  return Math.trunc(largestRequest / (smallest + 1));
}

/** Paths begin with a variable, and all variables have the same type. */
function largestAt(declared: DeclaredType, [, ...steps]: readonly string[]): number | undefined {
  let current: DeclaredType | undefined = declared;
  for (const step of steps) {
    // Nothing is known about the size of a key.
    if (step === "@keys" && current.element !== undefined) return current.fields === undefined ? 0 : undefined;
    current = step === "@items" || step === "@values" ? current.element : current.fields?.get(step);
    if (current === undefined) return undefined;
  }
  return current.most;
}
