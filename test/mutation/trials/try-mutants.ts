import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Mutant } from "../mutants/mutant.ts";
import { numbered } from "./plan.ts";
import { runVitest, type VitestRun } from "./run-vitest.ts";
import { fileOf } from "./test-key.ts";
import { allTests, type Reach, tiers, timeoutOf, trialsOf } from "./tiers.ts";

/** The result of a mutant. */
type Outcome =
  | { readonly kind: "killed"; readonly by: string }
  | { readonly kind: "survived"; readonly tests: number }
  /** No test reaches it. */
  | { readonly kind: "unreached" }
  /** The time limit was reached before. */
  | { readonly kind: "untried" };

export interface TriedMutant {
  readonly mutant: Mutant;
  readonly outcome: Outcome;
}

export interface TrialOptions {
  readonly modules: readonly string[];
  /** Files and folders of tests. */
  readonly tests: readonly string[];
  /** The mutants to try. Default: all. */
  readonly isWanted?: (mutant: Mutant) => boolean;
  /** The mutants that every test that reaches them tries, if none of the most specific tests kills them. Default: none. */
  readonly isThorough?: (mutant: Mutant) => boolean;
  readonly signal: AbortSignal;
  readonly report: (line: string) => void;
}

/** Tries all mutants of the modules with the tests that reach them. */
export async function tryMutants(options: TrialOptions): Promise<TriedMutant[]> {
  const { modules, tests, signal, report, isWanted = () => true, isThorough = () => false } = options;
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "capstan-mutation-"));
  const mutants = numbered(modules);
  const wanted = new Set(mutants.flatMap((mutant, number) => (isWanted(mutant) ? [number] : [])));
  if (wanted.size === 0) return [];
  const task = { folder: folder.path, tests, signal };
  const coverage = await runVitest({ ...task, plan: { modules, timeoutMs: 5_000 }, patienceMs: 600_000 });
  const reaches = coverage.events.filter((event): event is Reach => event.type === "reached");
  if (reaches.length === 0 && !signal.aborted) throw new NoTestError(tests, coverage.output);
  const reached = new Set(reaches.flatMap((each) => each.mutants).filter((number) => wanted.has(number)));
  report(`${wanted.size} mutants in ${modules.length} modules, of which ${reaches.length} tests reach ${reached.size}`);
  const interrupted = (): boolean => signal.aborted;
  const killed = new Map<number, string>();
  const tried = new Map<number, Set<string>>();
  const thorough = new Set(mutants.flatMap((mutant, number) => (isThorough(mutant) ? [number] : [])));
  for (const tier of [...tiers, ...allTests]) {
    for (;;) {
      const isLeft = (mutant: number): boolean =>
        wanted.has(mutant) && !killed.has(mutant) && (tiers.includes(tier) || thorough.has(mutant));
      const isTried = (test: string, mutant: number): boolean => tried.get(mutant)?.has(test) === true;
      const trials = trialsOf(tier, reaches, isLeft, isTried);
      const files = [...new Set(Object.keys(trials).map(fileOf))];
      if (files.length === 0 || interrupted()) break;
      const onEvent = (count: number): void => {
        report(`${tier.name}: ${count} trials, ${killed.size} mutants killed before`);
      };
      const plan = { modules, trials, timeoutMs: timeoutOf(tier) };
      const run = await runVitest({ ...task, tests: files, plan, patienceMs: 60_000, onEvent });
      note(run, killed, tried);
      // A failed run shows nothing about the mutants.
      if (tried.size + killed.size === 0 && run.events.length === 0 && !interrupted())
        throw new NoTestError(files, run.output);
      // Nothing is left to try.
      if (!run.events.some(({ type }) => type !== "begun") && run.stuck === undefined) break;
    }
  }
  return [...mutants.entries()]
    .filter(([number]) => wanted.has(number))
    .map(([number, { id, file, within, change, text, line }]) => {
      return { mutant: { id, file, within, change, text, line }, outcome: outcomeOf(number) };
    });

  function outcomeOf(number: number): Outcome {
    const by = killed.get(number);
    if (by !== undefined) return { kind: "killed", by };
    if (!reached.has(number)) return { kind: signal.aborted && reaches.length === 0 ? "untried" : "unreached" };
    const count = tried.get(number)?.size ?? 0;
    return signal.aborted ? { kind: "untried" } : { kind: "survived", tests: count };
  }
}

function note({ events, stuck }: VitestRun, killed: Map<number, string>, tried: Map<number, Set<string>>): void {
  for (const event of events) {
    if (event.type === "reached") continue;
    // A test that fails without a mutant is ignored for the rest of this run.
    if (event.type !== "begun") tried.set(event.mutant, (tried.get(event.mutant) ?? new Set()).add(event.test));
    if (event.type === "ended" && event.killed) killed.set(event.mutant, event.test);
  }
  if (stuck !== undefined) killed.set(stuck.mutant, stuck.test);
}

/** None of the tests ran. */
export class NoTestError extends Error {
  override readonly name = "NoTestError";
  constructor(tests: readonly string[], output: string) {
    super(`no test of ${tests.join(", ")} passes without a mutant; vitest printed:\n${output.slice(-2_000)}`);
  }
}
