// npm run measure -- mutants: finds the changes of decision modules that no test detects.
import process from "node:process";
import { ownField } from "@capstan/kube";
import { orExit } from "@capstan/harness/script";
import { handMade } from "./hand-made/hand-made.ts";
import { tryHandMade } from "./hand-made/try-hand-made.ts";
import { changedLines, commitBefore, NothingToCompareError } from "./modules/changed-lines.ts";
import { selectedModules, UnknownModuleError } from "./modules/selected-modules.ts";
import { type MutatedPackage, packageOf } from "./modules/decision-modules.ts";
import { testsOf } from "./modules/tests-of.ts";
import { testsNear } from "./record/tests-near.ts";
import { type Options, readOptions } from "./options.ts";
import { Progress } from "./progress.ts";
import { readRecord, type Record, withRun, writeRecord } from "./record/record.ts";
import { percent, scoreTable } from "./record/score.ts";
import { NoTestError, type TriedMutant, tryMutants } from "./trials/try-mutants.ts";

const progress = new Progress();
/** Child processes end with this process. */
const interrupted = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) {
  process.once(name, () => {
    interrupted.abort();
    process.exitCode = 130;
  });
}

const options = orExit(() => readOptions(process.argv.slice(2)));
try {
  if (options.isScore) print(scoreTable(readRecord()));
  else if (options.isHandMade) await runHandMade(options);
  else await run(options);
} catch (error) {
  const isExplained = [NothingToCompareError, UnknownModuleError, NoTestError].some((each) => error instanceof each);
  if (!isExplained) throw error;
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 2;
}

async function run(options: Options): Promise<void> {
  const limit = AbortSignal.any([
    interrupted.signal,
    ...(options.limitMs === undefined ? [] : [AbortSignal.timeout(options.limitMs)]),
  ]);
  const since = options.isChanged ? (options.since ?? commitBefore()) : undefined;
  const changed = since === undefined ? undefined : changedLines(since);
  const modules = selectedModules(options.only).filter((file) => changed === undefined || changed.has(file));
  if (modules.length === 0) print(`no module that decides differs from ${since ?? "nothing"}\n`);
  const record = readRecord();
  const everyone: TriedMutant[] = [];
  for (const [of, own] of byPackage(modules)) {
    const begun = performance.now();
    const tried = await tryMutants({
      modules: own,
      tests: changed === undefined ? testsOf(of) : testsNear(of, own, record, [...changed.keys()]),
      isWanted: ({ file, line }) => changed?.get(file)?.has(line) !== false,
      // Mutants that the record does not have count as survivors only after all tests have tried them.
      isThorough: ({ id }) => !isKnown(record, id),
      signal: limit,
      report: (line) => {
        progress.report(`${of}: ${line}`);
      },
    });
    progress.end();
    everyone.push(...tried);
    const seconds = Math.round((performance.now() - begun) / 1000);
    if (!options.isJson) print(summary(of, tried, seconds));
    if (options.isUpdate && !limit.aborted) writeRecord(withRun(readRecord(), own, tried));
  }
  report(options, everyone, record);
}

function report({ isJson, isUpdate }: Options, all: readonly TriedMutant[], record: Record): void {
  const survivors = all.filter(({ outcome }) => outcome.kind === "survived" || outcome.kind === "unreached");
  const news = survivors.filter(({ mutant }) => !isKnown(record, mutant.id));
  if (isJson) print(`${JSON.stringify(all.map(({ mutant, outcome }) => ({ ...mutant, outcome })))}\n`);
  for (const { mutant, outcome } of isJson ? [] : news) {
    const why = outcome.kind === "unreached" ? "no test runs it" : "no test notices it";
    print(`${mutant.file}:${mutant.line} ${mutant.change}: ${mutant.text} (${why})\n`);
  }
  if (news.length > 0 && !isUpdate) {
    process.stderr.write(`${news.length} that the record does not have: write a test, or --update the record\n`);
    process.exitCode = 1;
  }
}

function isKnown({ survivors }: Record, id: string): boolean {
  return ownField(survivors, id) !== undefined;
}

async function runHandMade({ isJson, only }: Options): Promise<void> {
  const tried = [];
  for (const mutant of handMade.filter(({ file }) => only.length === 0 || only.some((part) => file.includes(part)))) {
    progress.report(mutant.name);
    const result = await tryHandMade(mutant, interrupted.signal);
    progress.end();
    tried.push(result);
    if (!isJson)
      print(
        `${result.killed ? "killed  " : "SURVIVED"} ${result.name}${result.killed ? `: ${result.by ?? ""}` : ""}\n`,
      );
  }
  if (isJson) print(`${JSON.stringify(tried)}\n`);
  else print(`${tried.filter(({ killed }) => killed).length} of ${tried.length} mutants made by hand are noticed\n`);
  if (tried.some(({ killed }) => !killed)) process.exitCode = 1;
}

function byPackage(modules: readonly string[]): Map<MutatedPackage, string[]> {
  return Map.groupBy(modules, (file) => packageOf(file) ?? "phases");
}

function summary(of: MutatedPackage, tried: readonly TriedMutant[], seconds: number): string {
  const count = (kind: string): number => tried.filter(({ outcome }) => outcome.kind === kind).length;
  const killed = count("killed");
  const untried = count("untried");
  const rest = `${count("survived")} survived, ${count("unreached")} that no test runs${untried === 0 ? "" : `, ${untried} NOT TRIED, the time was over`}`;
  return `${of}: ${killed} of ${tried.length} mutants killed (${percent({ killed, mutants: tried.length })}), ${rest}; ${seconds} s\n`;
}

function print(text: string): void {
  process.stdout.write(text);
}
