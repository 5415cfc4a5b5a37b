import { type Command, CommanderError } from "commander";
import { CommandLineError } from "../errors/runtime-errors.ts";
import type { ManagerFlags } from "./manager-flags.ts";

/** The values that Go's `strconv.ParseBool` accepts. */
const booleans: ReadonlyMap<string, boolean> = new Map([
  ...["1", "t", "T", "true", "TRUE", "True"].map((text): [string, boolean] => [text, true]),
  ...["0", "f", "F", "false", "FALSE", "False"].map((text): [string, boolean] => [text, false]),
]);

/**
 * Replaces `--flag=true` with `--flag` and removes `--flag=false`, forms that Cluster API's manifests use.
 *
 * @throws CommandLineError - the value is neither.
 */
function withoutBooleanValues(command: Command, argv: readonly string[]): string[] {
  const isSwitch = (name: string): boolean =>
    command.options.some((option) => option.long === name && option.isBoolean());
  const kept: string[] = [];
  for (const [index, argument] of argv.entries()) {
    if (argument === "--") return [...kept, ...argv.slice(index)];
    const [, name = "", value = ""] = /^(--[^=]+)=(.*)$/s.exec(argument) ?? [];
    if (!isSwitch(name)) kept.push(argument);
    else {
      const isOn = booleans.get(value);
      if (isOn === undefined) throw new CommandLineError(`${argument} must be ${name}=true or ${name}=false`);
      // The last occurrence counts.
      if (kept.includes(name)) kept.splice(kept.indexOf(name), 1);
      if (isOn) kept.push(name);
    }
  }
  return kept;
}

/** Addresses that are off by default with `--install`, because such managers run alongside each other on one machine. */
const offWithInstall = ["healthAddr", "diagnosticsAddress"] as const;

/**
 * Parses a command line.
 *
 * @returns `undefined` after `--help` or `--version`, which have been printed.
 * @throws CommandLineError - it is invalid; the message is commander's.
 */
export function parseFlags(
  command: Command,
  argv: readonly string[],
): (ManagerFlags & Record<string, unknown>) | undefined {
  command.exitOverride().configureOutput({ writeErr: () => undefined });
  const given = withoutBooleanValues(command, argv);
  try {
    command.parse(given, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return undefined;
    throw new CommandLineError(`${error.message.replace(/^error: /, "")} (see ${command.name()} --help)`, {
      cause: error,
    });
  }
  const flags: ManagerFlags & Record<string, unknown> = command.opts();
  if (!flags.install) return flags;
  const unset = offWithInstall.filter((name) => command.getOptionValueSource(name) === "default");
  return { ...flags, ...Object.fromEntries(unset.map((name) => [name, "0"])) };
}
