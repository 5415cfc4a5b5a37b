import process from "node:process";
import { isCapstanError } from "@capstan/kube";
import { reportFailure } from "../terminal/failure.ts";
import { interruption } from "../terminal/interruption.ts";
import { liveLine } from "../terminal/progress.ts";

/** The context of one run. */
export interface RunContext {
  /** Aborts when the user interrupts the command. */
  readonly signal: AbortSignal;
  /** Shows progress on a terminal. */
  readonly show: (text: string) => void;
}

/** A command that runs the exports of an author's module, one after the other. */
export interface ExportsCommand<T, R> {
  /** The name of the command, such as `perturb`. */
  readonly command: string;
  /** Loads the exports to run; throws if there are none. */
  readonly load: () => Promise<readonly T[]>;
  readonly run: (item: T, context: RunContext) => Promise<R>;
  /** Formats the final output. */
  readonly render: (reports: readonly R[]) => string;
  /** Whether the report has a problem. */
  readonly isBad: (report: R) => boolean;
}

/** @returns the exit status: 0 no problem, 1 a problem, 2 there is nothing to run, 130 interrupted. */
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
