import { invalid } from "../input/bootstrap-data-error.ts";

/** A command of the bootstrap data: a string for a shell, or a program and its arguments. */
export type Command = string | readonly string[];

/**
 * The commands of `bootcmd` or `runcmd`.
 *
 * @throws `BootstrapDataError` they are not a list, or an entry is neither a string nor a list of scalars.
 */
export function readCommands(value: unknown, at: string): Command[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalid(at, "must be a list");
  return value.flatMap((entry: unknown, index) => command(entry, `${at}[${index}]`));
}

/**
 * The script that cloud-init writes of commands: without `-e`, so that a failing command does not stop the next.
 *
 * @example
 * ```ts
 * import { shellScript } from "@capstan/bootstrap-data";
 *
 * console.log(shellScript(["echo hello"]).startsWith("#!/bin/sh")); // true
 * ```
 */
export function shellScript(commands: readonly Command[]): string {
  return ["#!/bin/sh", ...commands.map((one) => (typeof one === "string" ? one : one.map(quoted).join(" "))), ""].join(
    "\n",
  );
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

function command(entry: unknown, at: string): Command[] {
  if (entry === null) return [];
  if (typeof entry === "string") return [entry];
  if (Array.isArray(entry) && entry.every(isScalar)) return [entry.map(String)];
  throw invalid(at, "must be a string or a list of strings");
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
