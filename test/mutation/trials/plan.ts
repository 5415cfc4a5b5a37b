import { sourceFile } from "../modules/decision-modules.ts";
import { type FoundMutant, findMutants } from "../mutants/find-mutants.ts";

/** What a run of vitest does with mutants: the program writes it, the runner of tests reads it. */
export interface Plan {
  /** The modules whose mutants are there, numbered in this order. */
  readonly modules: readonly string[];
  /** The lines of {@link TrialEvent} that the run writes. */
  readonly events: string;
  /** What each test tries; without, the run finds out which test reaches which mutant. */
  readonly trials?: Readonly<Record<string, TestTrials>>;
  /** After this time, a test has noticed the mutant that it tries. */
  readonly timeoutMs: number;
}

export interface TestTrials {
  readonly mutants: readonly number[];
  /** After this many switches that are asked for, the mutant counts as one that never ends. */
  readonly limit: number;
}

/** What the runner of tests notes, a line of JSON each. */
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

/** The variable that has the path of the plan. */
export const planVariable = "CAPSTAN_MUTATION_PLAN";

/** The mutants of the modules, by their numbers. */
export function numbered(modules: readonly string[]): FoundMutant[] {
  return modules.flatMap((file) => findMutants(sourceFile(file)));
}
