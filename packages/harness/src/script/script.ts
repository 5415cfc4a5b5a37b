import path from "node:path";
import process from "node:process";
import { Command, CommanderError, type OptionValues } from "@commander-js/extra-typings";

/** What a script ends with if its command line is invalid. */
const usageStatus = 2;

/** The variable by which a script that starts another one says how: `npm run bench -- tenants`. */
export const startedByVariable = "CAPSTAN_STARTED_BY";

/**
 * A script of this repository; its options and arguments are added to it. Its help calls it as it was started.
 *
 * @param description - what it does; the first thing that `--help` says.
 * @param notes - the last: what it needs, and when it ends with 1.
 */
export function script(description: string, notes = ""): Command {
  const command = new Command(process.env[startedByVariable] ?? `node ${path.relative("", process.argv[1] ?? "")}`)
    .description(description)
    .helpOption("-h, --help", "print this help")
    .allowExcessArguments(false)
    .showHelpAfterError("(--help lists what can be given)");
  return notes === "" ? command : command.addHelpText("after", `\n${notes}`);
}

/** The option that every script has which prints figures or findings. */
export const jsonOption = ["--json", "print JSON", false] as const;

/**
 * The values that a command line gives a script's options, by their names in camel case.
 *
 * @throws CommanderError - help is asked for, or it is invalid; what there is to say of that has been printed.
 */
export function optionsFrom<Arguments extends unknown[], Options extends OptionValues>(
  command: Command<Arguments, Options>,
  args: readonly string[],
): Options {
  return command.exitOverride().parse(args, { from: "user" }).opts();
}

/** The values that the command line of this process gives a script's options; otherwise as {@link orExit}. */
export function optionsOf<Arguments extends unknown[], Options extends OptionValues>(
  command: Command<Arguments, Options>,
): Options {
  return orExit(() => optionsFrom(command, process.argv.slice(2)));
}

/** What {@link optionsOf} returns for a script. */
export type OptionsOf<Script extends { opts(): object }> = ReturnType<Script["opts"]>;

/** What is read of a command line. Where help is asked for, or the command line is invalid, the process ends, in the latter case with 2. */
export function orExit<Options>(read: () => Options): Options {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exit(error.exitCode === 0 ? 0 : usageStatus);
  }
}

/** Ends the process as for a command line that is invalid, since what it needs is missing. */
export function refuse(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(usageStatus);
}
