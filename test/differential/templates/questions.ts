import fc from "fast-check";
import { functionCalls } from "./calls.ts";
import { directives } from "./directives.ts";
import { edges } from "./edges.ts";
import { formats } from "./formats.ts";
import { templates } from "./templates.ts";

/** What Go is asked, by what it is about: as many of each as are wanted, and all edges and directives. */
export function questions(count: number, seed: number): Readonly<Record<string, readonly string[]>> {
  const some = (of: fc.Arbitrary<string>): string[] => [...new Set(fc.sample(of, { numRuns: count, seed }))];
  return { templates: some(templates), formats: some(formats), calls: some(functionCalls), edges, directives };
}
