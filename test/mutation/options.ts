import { jsonOption, optionsFrom, script, wholeNumber } from "@capstan/harness/script";
import { mutatedPackages } from "./modules/decision-modules.ts";

/** The options of the command line. */
export interface Options {
  readonly only: readonly string[];
  readonly isChanged: boolean;
  readonly since: string | undefined;
  readonly isHandMade: boolean;
  readonly limitMs: number | undefined;
  readonly isUpdate: boolean;
  readonly isScore: boolean;
  readonly isJson: boolean;
}

const command = script(
  "Mutates the modules that make decisions, one place at a time, and reports the mutants that no test detects.",
  "Runs only tests that need no real server. Exits with 1 if a mutant survived that is not in the record.",
)
  .argument("[what...]", `packages (${mutatedPackages.join(", ")}), or files in them (default: all)`)
  .option(
    "--changed",
    "only the lines that differ from --since; fails if a surviving mutant is not in the record",
    false,
  )
  .option(
    "--since <commit>",
    "base of --changed (default: where this branch left origin/main or main, otherwise the previous commit)",
  )
  .option(
    "--hand-made",
    "the mutants of test/mutation/hand-made instead, each with the tests that should detect it",
    false,
  )
  .option("--limit <seconds>", "stop after this time, and report the mutants that were not tested", wholeNumber(1))
  .option("--update", "write test/mutation/record", false)
  .option("--score", "print the score of each package from the record, and try nothing", false)
  .option(...jsonOption);

/** @throws CommanderError - help was requested, or the command line is invalid; both are printed already. */
export function readOptions(args: readonly string[]): Options {
  const flags = optionsFrom(command, args);
  if (flags.update && flags.changed) command.error("error: --update records whole modules: omit --changed");
  return {
    only: command.args,
    isChanged: flags.changed || flags.since !== undefined,
    since: flags.since,
    isHandMade: flags.handMade,
    limitMs: flags.limit === undefined ? undefined : flags.limit * 1000,
    isUpdate: flags.update,
    isScore: flags.score,
    isJson: flags.json,
  };
}
