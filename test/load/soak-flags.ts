import process from "node:process";
import { parseArgs } from "node:util";

/** A whole number that a soak takes, and what it is when it is not given. */
export interface SoakFlag {
  readonly what: string;
  readonly initial: number;
}

/** What was asked for. */
export type SoakFlags<Name extends string> = Readonly<Record<Name, number>> & { readonly json: boolean };

/**
 * What the command line says: whole numbers, 1 or more, by their names. Where it asks for help, or is invalid, this prints what is to
 * be said about it and ends the process.
 */
export function soakFlags<Name extends string>(
  usage: string,
  flags: Readonly<Record<Name, SoakFlag>>,
): SoakFlags<Name> {
  try {
    const read = readFlags(flags);
    if (read !== "help") return read;
    process.stdout.write(helpOf(usage, flags));
    process.exit();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  }
}

function readFlags<Name extends string>(flags: Readonly<Record<Name, SoakFlag>>): SoakFlags<Name> | "help" {
  const names = Object.keys(flags) as Name[];
  const [text, flag] = [{ type: "string" }, { type: "boolean" }] as const;
  const { values } = parseArgs({
    options: { ...Object.fromEntries(names.map((name) => [name, text])), help: flag, json: flag },
  });
  if (values.help === true) return "help";
  const given: Readonly<Record<string, unknown>> = values;
  const numbers = Object.fromEntries(names.map((name) => [name, numberOf(name, given[name], flags[name])]));
  return { ...(numbers as Record<Name, number>), json: values.json === true };
}

function numberOf(name: string, given: unknown, { initial }: SoakFlag): number {
  if (given === undefined) return initial;
  const value = Number(given);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number, 1 or more.`);
  return value;
}

function helpOf(usage: string, flags: Readonly<Record<string, SoakFlag>>): string {
  const lines = Object.entries(flags).map(([name, { what, initial }]) => {
    return `  ${`--${name} <number>`.padEnd(28)} ${what}; default ${initial}\n`;
  });
  lines.push(`  ${"--json".padEnd(28)} print JSON\n`);
  return `${usage}\n\n${lines.join("")}  ${"--help".padEnd(28)} print this\n`;
}
