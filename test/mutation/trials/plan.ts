import { sourceFile } from "../modules/decision-modules.ts";
import { type FoundMutant, findMutants } from "../mutants/find-mutants.ts";

/** The mutants that a run of Vitest tries: the program writes the plan, the test runner reads it. */
export interface Plan {
  /** The mutated modules, whose mutants are numbered in this order. */
  readonly modules: readonly string[];
  /** The file to which the run writes lines of {@link TrialEvent}. */
  readonly events: string;
  /** The mutants that each test tries; if unset, the run determines which test reaches which mutant. */
  readonly trials?: Readonly<Record<string, TestTrials>>;
  /** After this time, a test has killed the mutant that it tries. */
  readonly timeoutMs: number;
}

export interface TestTrials {
  readonly mutants: readonly number[];
  /** After this many evaluated switches, the mutant counts as endless. */
  readonly limit: number;
}

/** The events of the test runner, a line of JSON each. */
export type TrialEvent =
  | {
      readonly type: "reached";
      readonly test: string;
      readonly ms: number;
      readonly calls: number;
      readonly mutants: readonly number[];
    }
  | { readonly type: "begun"; readonly test: string; readonly mutant: number }
  | { readonly type: "ended"; readonly test: string; readonly mutant: number; readonly killed: boolean }
  | { readonly type: "unsound"; readonly test: string; readonly mutant: number };

/** The variable with the path of the plan. */
export const planVariable = "CAPSTAN_MUTATION_PLAN";

/** The mutants of the modules, by number. */
export function numbered(modules: readonly string[]): FoundMutant[] {
  return modules.flatMap((file) => findMutants(sourceFile(file)));
}
