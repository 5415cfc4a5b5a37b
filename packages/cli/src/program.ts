import { Command } from "commander";
import { checkCommand } from "./check/command.ts";
import { demoCommand } from "./demo/command.ts";
import { devCommand } from "./dev/command.ts";
import { describeCommand } from "./describe/command.ts";
import { generateCommand } from "./generate/command.ts";
import { version } from "./version/version.ts";

/** The `capstan` command line: one sub-command per task. Nothing is read or started before a command is parsed. */
export function createProgram(): Command {
  return new Command("capstan")
    .description("Write and try Cluster API providers in TypeScript.")
    .version(version)
    .showHelpAfterError("(run with --help for the options)")
    .addCommand(demoCommand())
    .addCommand(devCommand())
    .addCommand(checkCommand())
    .addCommand(describeCommand())
    .addCommand(generateCommand());
}
