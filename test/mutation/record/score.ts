import { decisionModules, mutatedPackages, type MutatedPackage, packageOf } from "../modules/decision-modules.ts";
import { type Record } from "./record.ts";
import { reasonOf } from "./equivalent.ts";

/** What a package's tests notice. */
export interface Score {
  readonly of: MutatedPackage;
  /** Modules that were tried, and those that decide. */
  readonly modules: number;
  readonly allModules: number;
  readonly mutants: number;
  readonly killed: number;
  /** Survivors that no test can notice, since nothing outside differs. */
  readonly equivalent: number;
  /** Survivors for which a test is missing. */
  readonly missing: number;
  readonly seconds: number | undefined;
  readonly isUnit: boolean;
}

export function scores(record: Record): Score[] {
  return mutatedPackages
    .map((of): Score => {
      const modules = Object.entries(record.modules).filter(([module]) => packageOf(module) === of);
      const mutants = sum(modules.map(([, each]) => each.mutants));
      const survivors = modules.flatMap(([module, each]) => each.survivors.map((rest) => `${module} | ${rest}`));
      const equivalent = survivors.filter((id) => reasonOf(id) !== undefined).length;
      return {
        of,
        modules: modules.length,
        allModules: decisionModules(of).length,
        mutants,
        killed: mutants - survivors.length,
        equivalent,
        missing: survivors.length - equivalent,
        seconds: record.seconds[of],
        isUnit: record.unit.includes(of),
      };
    })
    .filter(({ modules }) => modules > 0);
}

/** The share of mutants that are noticed, of all; those that no test can notice count as survivors. */
export function percent({ killed, mutants }: Pick<Score, "killed" | "mutants">): string {
  return mutants === 0 ? "–" : `${(Math.floor((1000 * killed) / mutants) / 10).toFixed(1)} %`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}
