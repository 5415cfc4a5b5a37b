import process from "node:process";
import { isCapstanError } from "@capstan/runtime";

/**
 * What a person reads when a provider could not start or go on: the message and what caused it; for an error that is not a
 * CapstanError, and so a bug, also the stack. Pure.
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

/** The exit code for an error: 2 if the command line cannot be understood, otherwise 1. */
function exitCodeOf(error: unknown): number {
  return isCapstanError(error, "CommandLineInvalid") ? 2 : 1;
}

/** Prints the report on standard error, and lets the process end with the exit code once nothing runs any more. */
export function reportFailure(name: string, error: unknown): void {
  process.stderr.write(failureReport(name, error));
  process.exitCode = exitCodeOf(error);
}
