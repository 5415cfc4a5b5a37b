import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { decisionModules, type MutatedPackage, mutatedPackages, packageOf } from "../modules/decision-modules.ts";
import { fileOf } from "../trials/test-key.ts";
import { type TriedMutant } from "../trials/try-mutants.ts";

/** The results of the last run of each module: two files for each package, with one line for each survivor and each module. */
export interface Record {
  /** The survivors by their ids, with the reason why no test can detect them; an empty reason: a test is missing. */
  readonly survivors: Readonly<globalThis.Record<string, string>>;
  /** The test files that killed mutants of a module: they are tried when only this module has changed. */
  readonly tests: Readonly<globalThis.Record<string, readonly string[]>>;
}

export function readRecord(): Record {
  return { survivors: readAll<string>("survivors"), tests: readAll<readonly string[]>("tests") };
}

export function writeRecord({ survivors, tests }: Record): void {
  for (const of of mutatedPackages) {
    writeFileSync(fileOfPackage("survivors", of), linesOf(survivors, of));
    writeFileSync(fileOfPackage("tests", of), linesOf(tests, of));
  }
}

/** The record after a run of whole modules, without modules that no longer exist or no longer decide. */
export function withRun(record: Record, modules: readonly string[], tried: readonly TriedMutant[]): Record {
  const deciding = new Set(mutatedPackages.flatMap(decisionModules));
  const isOld = (module: string): boolean => deciding.has(module) && !modules.includes(module);
  const now = tried.filter(({ outcome }) => outcome.kind !== "killed").map(({ mutant: { id } }) => id);
  const before = Object.entries(record.survivors).filter(([id]) => isOld(moduleOf(id)));
  const own = modules.map((module): [string, readonly string[]] => [module, testsThatKill(module, tried)]);
  return {
    survivors: Object.fromEntries([...before, ...now.map((id) => [id, record.survivors[id] ?? ""] as const)]),
    tests: Object.fromEntries([...Object.entries(record.tests).filter(([module]) => isOld(module)), ...own]),
  };
}

/** The module of a mutant's id. */
export function moduleOf(id: string): string {
  return id.slice(0, id.indexOf(" | "));
}

function testsThatKill(module: string, tried: readonly TriedMutant[]): readonly string[] {
  const files = tried.flatMap(({ mutant, outcome }) =>
    mutant.file === module && outcome.kind === "killed" ? [fileOf(outcome.by)] : [],
  );
  return [...new Set(files)].sort();
}

function readAll<Entry>(what: keyof Record): globalThis.Record<string, Entry> {
  const files = mutatedPackages.map((of) => readFileSync(fileOfPackage(what, of), "utf8"));
  return Object.assign({}, ...files.map((text) => JSON.parse(text) as object)) as globalThis.Record<string, Entry>;
}

function linesOf(entries: Readonly<globalThis.Record<string, unknown>>, of: MutatedPackage): string {
  const own = Object.entries(entries)
    .filter(([name]) => packageOf(name) === of)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{\n${own.map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(",\n")}\n}\n`;
}

function fileOfPackage(what: keyof Record, of: MutatedPackage): string {
  return path.join(import.meta.dirname, what, `${of}.json`);
}
