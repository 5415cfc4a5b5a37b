import fc from "fast-check";
import { functionCalls } from "./calls.ts";
import { directives } from "./directives.ts";
import { edges } from "./edges.ts";
import { formats } from "./formats.ts";
import { templates } from "./templates.ts";

/** The templates for Go, by subject: the given number of each generated kind, and all edges and directives. */
export function questions(count: number, seed: number): Readonly<Record<string, readonly string[]>> {
  const some = (of: fc.Arbitrary<string>): string[] => [...new Set(fc.sample(of, { numRuns: count, seed }))];
  return { templates: some(templates), formats: some(formats), calls: some(functionCalls), edges, directives };
}
