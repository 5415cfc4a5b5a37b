import path from "node:path";
import process from "node:process";
import { Command, CommanderError, type OptionValues, InvalidArgumentError } from "@commander-js/extra-typings";

/** The exit status of a script with an invalid command line. */
const usageStatus = 2;

/** The variable in which a script that starts another one passes the command: `npm run bench -- tenants`. */
export const startedByVariable = "CAPSTAN_STARTED_BY";

/**
 * A script of this repository; add options and arguments to it. Its help names it as it was started.
 *
 * @param description - its purpose; the first sentence of `--help`.
 * @param notes - the last sentence: its requirements, and when it ends with 1.
 */
export function script(description: string, notes = ""): Command {
  const command = new Command(process.env[startedByVariable] ?? `node ${path.relative("", process.argv[1] ?? "")}`)
    .description(description)
    .helpOption("-h, --help", "print this help")
    .allowExcessArguments(false)
    .showHelpAfterError("(--help lists the options)");
  return notes === "" ? command : command.addHelpText("after", `\n${notes}`);
}

/** The option of every script that prints figures or findings. */
export const jsonOption = ["--json", "print JSON", false] as const;

/**
 * The values of a script's options on a command line, by their names in camel case.
 *
 * @throws CommanderError - help was requested, or the command line is invalid; the output was already printed.
 */
export function optionsFrom<Arguments extends unknown[], Options extends OptionValues>(
  command: Command<Arguments, Options>,
  args: readonly string[],
): Options {
  return command.exitOverride().parse(args, { from: "user" }).opts();
}

/** The values of a script's options on the command line of this process; otherwise as {@link orExit}. */
export function optionsOf<Arguments extends unknown[], Options extends OptionValues>(
  command: Command<Arguments, Options>,
): Options {
  return orExit(() => optionsFrom(command, process.argv.slice(2)));
}

/** What {@link optionsOf} returns for a script. */
export type OptionsOf<Script extends { opts(): object }> = ReturnType<Script["opts"]>;

/** Parses a command line. If help is requested, or the command line is invalid, the process ends, in the latter case with 2. */
export function orExit<Options>(read: () => Options): Options {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exit(error.exitCode === 0 ? 0 : usageStatus);
  }
}

/** Ends the process as for an invalid command line, because a requirement is missing. */
export function refuse(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(usageStatus);
}

/** Parses an integer that is at least the minimum. */
export function wholeNumber(minimum: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== "" && Number.isInteger(value) && value >= minimum) return value;
    throw new InvalidArgumentError(`It must be a whole number, ${minimum} or more.`);
  };
}

/** Parses comma-separated values. */
export function list<Value>(read: (text: string) => Value): (text: string) => readonly Value[] {
  return (text) => text.split(",").map(read);
}

/** Parses one of the given names. */
export function oneOf<const Name extends string>(names: readonly Name[]): (text: string) => Name {
  return (text) => {
    const name = names.find((each) => each === text);
    if (name !== undefined) return name;
    throw new InvalidArgumentError(`It must be one of ${names.join(", ")}.`);
  };
}
