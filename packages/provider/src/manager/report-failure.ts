import { isCapstanError } from "@capstan/runtime";
import process from "node:process";

/**
 * The message for a program that failed to start or stopped: the error and its causes, and the stack if the error is not a CapstanError,
 * because that is a bug. Pure.
 */
function failureReport(name: string, error: unknown): string {
  if (!isCapstanError(error))
    return `${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`;
  const causes: string[] = [];
  for (let { cause } = error; cause instanceof Error; { cause } = cause) {
    if (!error.message.includes(cause.message.replace(/^error: /, ""))) causes.push(`  caused by: ${cause.message}\n`);
  }
  return `${name}: ${error.message}\n${causes.join("")}`;
}

/** The exit code for an error: 2 for an invalid command line, otherwise 1. */
function exitCodeOf(error: unknown): number {
  return isCapstanError(error, "CommandLineInvalid") ? 2 : 1;
}

/**
 * Prints the message for a program that failed to start or stopped on standard error, and sets the exit code with which the process ends
 * once nothing keeps it running: 2 for an invalid command line, otherwise 1.
 *
 * @example
 * <!-- no-run: it would end the program with a failure -->
 * ```ts
 * import { reportFailure } from "@capstan/provider";
 *
 * reportFailure("hello", new Error("the cloud is not available"));
 * ```
 */
export function reportFailure(name: string, error: unknown): void {
  process.stderr.write(failureReport(name, error));
  process.exitCode = exitCodeOf(error);
}
