import { goPatternProblem } from "@capstan/kube";
import { type Schema } from "../schema/schema.ts";
import { type FieldError } from "../status/field-error.ts";
import { invalid } from "./problem.ts";

/** Reports a pattern that Go cannot parse. */
export function patternProblems({ pattern = "" }: Schema, path: string): FieldError[] {
  const problem = goPatternProblem(pattern);
  if (problem === undefined) return [];
  return [invalid(`${path}.pattern`, pattern, `must be a valid regular expression, but isn't: ${problem}`)];
}
