import process from "node:process";
import { Command, type CommanderError } from "commander";
import { checkCommand } from "./check/command.ts";
import { completeCommand, completionCommand } from "./completion/command.ts";
import { conformanceCommand } from "./conformance/command.ts";
import { demoCommand } from "./demo/command.ts";
import { devCommand } from "./dev/command.ts";
import { describeCommand } from "./describe/command.ts";
import { exploreCommand } from "./explore/command.ts";
import { generateCommand } from "./generate/command.ts";
import { perturbCommand } from "./perturb/command.ts";
import { usageStatus, withHelp } from "./terminal/help.ts";
import { version } from "./version/version.ts";

/**
 * The `capstan` command line: one sub-command per task. The program parses the command first, then reads and starts.
 *
 * @example
 * ```ts
 * import { createProgram } from "capstan";
 *
 * console.log(createProgram().commands.map((command) => command.name()));
 * ```
 */
export function createProgram(): Command {
  const program = new Command("capstan")
    .description("Write and try Cluster API providers in TypeScript.")
    .version(version)
    .addCommand(demoCommand())
    .addCommand(devCommand())
    .addCommand(checkCommand())
    .addCommand(conformanceCommand())
    .addCommand(describeCommand())
    .addCommand(generateCommand())
    .addCommand(perturbCommand())
    .addCommand(exploreCommand())
    .addCommand(completionCommand());
  program.addCommand(completeCommand(program), { hidden: true });
  endWithUsageStatus(program);
  return withHelp(program, {
    notes: ["Colors are left out where the output is not a terminal or NO_COLOR is set, and forced by FORCE_COLOR."],
    statuses: { 0: "done", 1: "something was found, or could not be done", 130: "interrupted" },
    examples: [
      ["capstan demo", "a Cluster with Running Machines, without a cluster"],
      ["capstan dev", "in a provider's project: run it, and again at every change"],
      ["capstan check config/crd", "what of the contract is broken"],
      ["capstan describe cluster my-cluster", "what it waits for"],
    ],
  });
}

/** By default, commander ends with 1 on invalid options, which here stands for findings of a command. */
function endWithUsageStatus(command: Command): void {
  command.showHelpAfterError("(run with --help for the options)");
  command.exitOverride(({ exitCode }: CommanderError) => process.exit(exitCode === 0 ? 0 : usageStatus));
  for (const each of command.commands) endWithUsageStatus(each);
}
