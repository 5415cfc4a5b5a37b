import { largestCost } from "../cel/cost/estimate.ts";
import { type Program } from "../cel/program.ts";
import { type DeclaredType, largestRequest } from "./rule-types.ts";

/** The most that an evaluation of a rule for values of a type can cost. */
export function ruleCost({ checked }: Program, declared: DeclaredType): number {
  return largestCost(checked, (path) => largestAt(declared, path));
}

/** How often a value of a type can be in a request. */
export function mostOccurrences({ smallest }: DeclaredType): number {
  return Math.trunc(largestRequest / (smallest + 1));
}

/** Paths begin with a variable, and all variables have the same type. */
function largestAt(declared: DeclaredType, [, ...steps]: readonly string[]): number | undefined {
  let current: DeclaredType | undefined = declared;
  for (const step of steps) {
    // A key is a string of which nothing is known.
    if (step === "@keys" && current.element !== undefined) return current.fields === undefined ? 0 : undefined;
    current = step === "@items" || step === "@values" ? current.element : current.fields?.get(step);
    if (current === undefined) return undefined;
  }
  return current.most;
}
