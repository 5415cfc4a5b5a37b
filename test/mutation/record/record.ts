import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { decisionModules, mutatedPackages, type MutatedPackage, packageOf } from "../modules/decision-modules.ts";
import { fileOf } from "../trials/test-key.ts";
import { type TriedMutant } from "../trials/try-mutants.ts";

/** The results of the last run of each module: a file for each package. */
export interface Record {
  /** The duration of the last run of a whole package. */
  readonly seconds: Readonly<Partial<globalThis.Record<MutatedPackage, number>>>;
  /** The packages that were tried only with tests that start no server. */
  readonly unit: readonly MutatedPackage[];
  readonly modules: Modules;
}

type Modules = Readonly<globalThis.Record<string, ModuleRecord>>;

/** The record of one package, in its file format. */
interface PackageRecord {
  readonly seconds?: number;
  readonly isUnit: boolean;
  readonly modules: Modules;
}

interface ModuleRecord {
  readonly mutants: number;
  /** The test files that killed mutants: they are tried when only this module has changed. */
  readonly tests: readonly string[];
  /** The ids of the survivors, without the file. */
  readonly survivors: readonly string[];
}

const separator = " | ";

export function readRecord(): Record {
  const files = mutatedPackages.filter((of) => existsSync(fileOfPackage(of)));
  const records = files.map(
    (of) => [of, JSON.parse(readFileSync(fileOfPackage(of), "utf8")) as PackageRecord] as const,
  );
  return {
    seconds: Object.fromEntries(records.flatMap(([of, { seconds }]) => (seconds === undefined ? [] : [[of, seconds]]))),
    unit: records.flatMap(([of, { isUnit }]) => (isUnit ? [of] : [])),
    modules: Object.fromEntries(records.flatMap(([, { modules }]) => Object.entries(modules))),
  };
}

export function writeRecord({ seconds, unit, modules }: Record): void {
  for (const of of mutatedPackages) {
    const own = Object.entries(modules).filter(([module]) => packageOf(module) === of);
    if (own.length === 0) continue;
    const record: PackageRecord = {
      ...(seconds[of] === undefined ? {} : { seconds: seconds[of] }),
      isUnit: unit.includes(of),
      modules: Object.fromEntries(own),
    };
    writeFileSync(fileOfPackage(of), `${JSON.stringify(record, undefined, 2)}\n`);
  }
}

function fileOfPackage(of: MutatedPackage): string {
  return path.join(import.meta.dirname, `results/${of}.json`);
}

/** The ids of all survivors of the record. */
export function survivorsOf({ modules }: Record): string[] {
  return Object.entries(modules).flatMap(([module, { survivors }]) =>
    survivors.map((rest) => `${module}${separator}${rest}`),
  );
}

/** A run of a whole package. */
export interface PackageRun {
  readonly of: MutatedPackage;
  readonly seconds: number;
  readonly isUnit: boolean;
}

/** Replaces the results of modules in the record with those of a run of whole modules. */
export function withRun(
  record: Record,
  modules: readonly string[],
  tried: readonly TriedMutant[],
  run: PackageRun | undefined,
): Record {
  const own = modules.map((module): [string, ModuleRecord] => {
    const ofModule = tried.filter(({ mutant }) => mutant.file === module);
    return [module, moduleRecord(ofModule)];
  });
  if (run === undefined) return sorted(record, own);
  const others = record.unit.filter((of) => of !== run.of);
  const unit = run.isUnit ? [...others, run.of].sort() : others;
  return sorted({ ...record, unit, seconds: { ...record.seconds, [run.of]: run.seconds } }, own);
}

/**
 * The record without the survivors that a later run has killed.
 * @param ofAllTests - the package all of whose survivors have also been tried with tests that start servers.
 */
export function withoutKilled(
  record: Record,
  tried: readonly TriedMutant[],
  ofAllTests: MutatedPackage | undefined,
): Record {
  const killed = tried.filter(({ outcome }) => outcome.kind === "killed");
  const own = [...Map.groupBy(killed, ({ mutant }) => mutant.file)].flatMap(
    ([module, ofModule]): [string, ModuleRecord][] => {
      const before = record.modules[module];
      if (before === undefined) return [];
      const { tests } = moduleRecord(ofModule);
      const gone = new Set(ofModule.map(({ mutant: { id } }) => id.slice(module.length + separator.length)));
      const survivors = before.survivors.filter((each) => !gone.has(each));
      return [[module, { ...before, tests: [...new Set([...before.tests, ...tests])].sort(), survivors }]];
    },
  );
  return sorted({ ...record, unit: record.unit.filter((of) => of !== ofAllTests) }, own);
}

/** The record with these modules, without those that no longer exist or contain decisions. */
function sorted(record: Record, own: readonly (readonly [string, ModuleRecord])[]): Record {
  const deciding = new Set(mutatedPackages.flatMap(decisionModules));
  const all = [...new Map([...Object.entries(record.modules), ...own])].filter(([module]) => deciding.has(module));
  all.sort(([a], [b]) => order(a) - order(b) || (a < b ? -1 : 1));
  return { ...record, modules: Object.fromEntries(all) };
}

function moduleRecord(tried: readonly TriedMutant[]): ModuleRecord {
  const files = tried.flatMap(({ outcome }) => (outcome.kind === "killed" ? [fileOf(outcome.by)] : []));
  const survivors = tried.filter(({ outcome }) => outcome.kind !== "killed");
  return {
    mutants: tried.length,
    tests: [...new Set(files)].sort(),
    survivors: survivors.map(({ mutant: { id, file: module } }) => id.slice(module.length + separator.length)),
  };
}

function order(module: string): number {
  return mutatedPackages.indexOf(packageOf(module) ?? "phases");
}
