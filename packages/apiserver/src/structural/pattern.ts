import { goPatternProblem } from "@capstan/kube";
import { type Schema } from "../schema/schema.ts";
import { type FieldError } from "../status/field-error.ts";
import { invalid } from "./problem.ts";

/** A pattern that Go cannot read. */
export function patternProblems({ pattern = "" }: Schema, path: string): FieldError[] {
  const problem = goPatternProblem(pattern);
  if (problem === undefined) return [];
  return [invalid(`${path}.pattern`, pattern, `must be a valid regular expression, but isn't: ${problem}`)];
}
