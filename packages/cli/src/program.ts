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
    .description("Write and test Cluster API providers in TypeScript.")
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
    notes: ["Colors are off if the output is not a terminal or NO_COLOR is set; FORCE_COLOR turns them on."],
    statuses: { 0: "done", 1: "the command found a problem, or failed", 130: "interrupted" },
    examples: [
      ["capstan demo", "a Cluster with Running Machines; needs no cluster"],
      ["capstan dev", "in a provider's project: run it, and restart it at every change"],
      ["capstan check config/crd", "list the contract rules that the CRDs break"],
      ["capstan describe cluster my-cluster", "show what the cluster waits for"],
    ],
  });
}

/** By default, commander ends with 1 on invalid options, which here stands for findings of a command. */
function endWithUsageStatus(command: Command): void {
  command.showHelpAfterError("(run with --help for the options)");
  command.exitOverride(({ exitCode }: CommanderError) => process.exit(exitCode === 0 ? 0 : usageStatus));
  for (const each of command.commands) endWithUsageStatus(each);
}
