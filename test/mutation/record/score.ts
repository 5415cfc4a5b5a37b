import { decisionModules, mutatedPackages, type MutatedPackage, packageOf } from "../modules/decision-modules.ts";
import { type Record } from "./record.ts";
import { reasonOf } from "./equivalent.ts";

/** The mutation score of a package's tests. */
export interface Score {
  readonly of: MutatedPackage;
  /** Tried modules, and decision modules. */
  readonly modules: number;
  readonly allModules: number;
  readonly mutants: number;
  readonly killed: number;
  /** Survivors that no test can detect, because their behavior is the same. */
  readonly equivalent: number;
  /** Survivors that lack a test. */
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

/** The share of killed mutants; equivalent mutants count as survivors. */
export function percent({ killed, mutants }: Pick<Score, "killed" | "mutants">): string {
  return mutants === 0 ? "–" : `${(Math.floor((1000 * killed) / mutants) / 10).toFixed(1)} %`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}
