import { decisionModules, mutatedPackages, sourceFile } from "../modules/decision-modules.ts";
import { findMutants } from "../mutants/find-mutants.ts";
import { moduleOf, type Record } from "./record.ts";

/** The mutants of a module or of several modules, according to the record. */
export interface Score {
  readonly mutants: number;
  readonly killed: number;
  /** Survivors without a reason: a test is missing. */
  readonly missing: number;
}

/** The scores of the modules of each package that have been tried, by module. */
export function moduleScores(record: Record): ReadonlyMap<string, Score> {
  const survivors = Map.groupBy(Object.entries(record.survivors), ([id]) => moduleOf(id));
  return new Map(
    Object.keys(record.tests).map((module) => {
      const own = survivors.get(module) ?? [];
      const mutants = findMutants(sourceFile(module)).length;
      return [module, { mutants, killed: mutants - own.length, missing: own.filter(([, why]) => why === "").length }];
    }),
  );
}

/** A table with a row for each package. */
export function scoreTable(record: Record): string {
  const scores = moduleScores(record);
  const rows = mutatedPackages.map((of) => {
    const all = decisionModules(of);
    const tried = all.flatMap((module) => scores.get(module) ?? []);
    const sum = (figure: keyof Score): number => tried.reduce((count, score) => count + score[figure], 0);
    const [mutants, killed, missing] = [sum("mutants"), sum("killed"), sum("missing")];
    return [of, `${tried.length} of ${all.length}`, mutants, killed, percent({ killed, mutants }), missing];
  });
  return [["package", "modules", "mutants", "killed", "score", "tests missing"], ...rows]
    .map((cells) => cells.map((cell, index) => (index === 0 ? String(cell).padEnd(18) : String(cell).padStart(14))))
    .map((cells) => `${cells.join("")}\n`)
    .join("");
}

/** The share of killed mutants; equivalent mutants count as survivors. */
export function percent({ killed, mutants }: Pick<Score, "killed" | "mutants">): string {
  return mutants === 0 ? "–" : `${(Math.floor((1000 * killed) / mutants) / 10).toFixed(1)} %`;
}
