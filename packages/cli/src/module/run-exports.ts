import process from "node:process";
import { isCapstanError } from "@capstan/kube";
import { reportFailure } from "../terminal/failure.ts";
import { interruption } from "../terminal/interruption.ts";
import { liveLine } from "../terminal/progress.ts";

/** What the run of one of them gets. */
export interface RunContext {
  /** Aborts when the user interrupts the command. */
  readonly signal: AbortSignal;
  /** Shows how far it has come, on a terminal. */
  readonly show: (text: string) => void;
}

/** A command that runs what an author's module exports, one after the other. */
export interface ExportsCommand<T, R> {
  /** Its name, such as `perturb`. */
  readonly command: string;
  /** What is run; throws if there is nothing to run. */
  readonly load: () => Promise<readonly T[]>;
  readonly run: (item: T, context: RunContext) => Promise<R>;
  /** What is printed in the end. */
  readonly render: (reports: readonly R[]) => string;
  /** Whether something is wrong with it. */
  readonly isBad: (report: R) => boolean;
}

/** @returns the exit status: 0 nothing was wrong, 1 something was, 2 there is nothing to run, 130 interrupted. */
export async function runExports<T, R>(given: ExportsCommand<T, R>): Promise<number> {
  let items: readonly T[];
  try {
    items = await given.load();
  } catch (error) {
    reportFailure(given.command, error);
    return 2;
  }
  using interrupted = interruption();
  try {
    const reports: R[] = [];
    for (const item of items) reports.push(await runOne(given, item, interrupted.signal));
    process.stdout.write(`${given.render(reports)}\n`);
    return reports.some((report) => given.isBad(report)) ? 1 : 0;
  } catch (error) {
    if (interrupted.signal.aborted) return 130;
    reportFailure(given.command, error);
    return isCapstanError(error, "ArgumentInvalid") ? 2 : 1;
  }
}

async function runOne<T, R>({ run }: ExportsCommand<T, R>, item: T, signal: AbortSignal): Promise<R> {
  using line = liveLine();
  return await run(item, {
    signal,
    show: (text) => {
      line.show(text);
    },
  });
}
