import { jsonOption, optionsFrom, script, wholeNumber } from "@capstan/harness/script";
import { mutatedPackages } from "./modules/decision-modules.ts";

/** What the command line asks for. */
export interface Options {
  readonly only: readonly string[];
  readonly isChanged: boolean;
  readonly since: string | undefined;
  readonly isHandMade: boolean;
  readonly limitMs: number | undefined;
  readonly isAgain: boolean;
  readonly isThorough: boolean;
  readonly isUnit: boolean;
  /** Files and folders of tests; none: those of the package. */
  readonly tests: readonly string[];
  readonly isUpdate: boolean;
  readonly isListing: boolean;
  readonly isJson: boolean;
}

const command = script(
  "Changes the modules that decide, one place at a time, and says which changes no test notices.",
  "Only tests that need no real server run. Ends with 1 if a mutant survived that the record does not have.",
)
  .name("npm run mutate --")
  .argument("[what...]", `packages (${mutatedPackages.join(", ")}), or files of theirs; all by default`)
  .option(
    "--changed",
    "only the lines that differ from --since; fails where a change that no test notices is not in the record",
    false,
  )
  .option(
    "--since <commit>",
    "what is compared with (default: where this branch left origin/main or main, else the commit before)",
  )
  .option(
    "--hand-made",
    "the mutants of test/mutation/hand-made instead, each with the tests that should notice it",
    false,
  )
  .option("--limit <seconds>", "end after this time, and say what was not tried", wholeNumber(1))
  .option("--again", "only the survivors that the record has, such as after writing tests", false)
  .option(
    "--thorough",
    "every test that reaches a mutant tries it, not only those that look the closest (40 at most); always so for a mutant of a module in the " +
      "record that is not a survivor there",
    false,
  )
  .option(
    "--tests <file>",
    "with these tests alone, such as those that were just written; may be given again",
    collected,
    [],
  )
  .option("--unit", "with tests that start no server, also none of ours; faster, and notices less", false)
  .option("--update", "write test/mutation/record/results", false)
  .option("--survivors", "print every mutant that survived, with its line", false)
  .option(...jsonOption);

/** @throws CommanderError - help is asked for, or the command line is invalid; both have been printed. */
export function readOptions(args: readonly string[]): Options {
  const flags = optionsFrom(command, args);
  if (flags.update && flags.changed) command.error("error: --update records whole modules: leave out --changed");
  if (flags.update && flags.tests.length > 0 && !flags.again)
    command.error("error: --tests are not all that there are: --update with them needs --again");
  return {
    only: command.args,
    isChanged: flags.changed || flags.since !== undefined,
    since: flags.since,
    isHandMade: flags.handMade,
    limitMs: flags.limit === undefined ? undefined : flags.limit * 1000,
    isAgain: flags.again,
    isThorough: flags.thorough,
    isUnit: flags.unit,
    tests: flags.tests,
    isUpdate: flags.update,
    isListing: flags.survivors,
    isJson: flags.json,
  };
}

function collected(file: string, before: readonly string[]): readonly string[] {
  return [...before, file];
}
