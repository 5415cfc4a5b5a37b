import { parseArgs } from "node:util";
import { mutatedPackages } from "./modules/decision-modules.ts";

export const help = `Changes the modules that decide, one place at a time, and says which changes no test notices.

  npm run mutate [-- OPTIONS] [PACKAGE|FILE…]

  PACKAGE|FILE…   what is changed: ${mutatedPackages.join(", ")}, or files of theirs; all by default
  --changed       only the lines that differ from --since; fails where a change that no test notices is not in the record
  --since REF     the commit to compare with; default: where this branch left origin/main or main, else the commit before
  --hand-made     the mutants of test/mutation/hand-made instead, each with the tests that should notice it
  --limit SECONDS ends after this time, and says what was not tried
  --again         only the survivors that the record has, such as after writing tests
  --thorough      every test that reaches a mutant tries it, not only those that look the closest (40 at most); always so for a mutant of
                  a module in the record that is not a survivor there
  --tests FILE    with these tests alone, such as those that were just written; may be given again
  --unit          with tests that start no server, also none of ours; faster, and notices less
  --update        writes test/mutation/record/results and docs/mutation.md
  --survivors     prints every mutant that survived, with its line
  --json          prints what became of every mutant as JSON
  --help

Only tests that need no real server run. Ends with 1 if a mutant survived that the record does not have.
`;

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
  readonly isHelp: boolean;
}

export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      changed: { type: "boolean", default: false },
      since: { type: "string" },
      "hand-made": { type: "boolean", default: false },
      limit: { type: "string" },
      again: { type: "boolean", default: false },
      thorough: { type: "boolean", default: false },
      unit: { type: "boolean", default: false },
      tests: { type: "string", multiple: true, default: [] },
      update: { type: "boolean", default: false },
      survivors: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const limit = values.limit === undefined ? undefined : Number(values.limit);
  if (limit !== undefined && !(limit > 0))
    throw new OptionError(`--limit must be a number of seconds, not ${values.limit ?? ""}`);
  if (values.update && values.changed) throw new OptionError("--update records whole modules: leave out --changed");
  if (values.update && values.tests.length > 0 && !values.again)
    throw new OptionError("--tests are not all that there are: --update with them needs --again");
  return {
    only: positionals,
    isChanged: values.changed || values.since !== undefined,
    since: values.since,
    isHandMade: values["hand-made"],
    limitMs: limit === undefined ? undefined : limit * 1000,
    isAgain: values.again,
    isThorough: values.thorough,
    isUnit: values.unit,
    tests: values.tests,
    isUpdate: values.update,
    isListing: values.survivors,
    isJson: values.json,
    isHelp: values.help,
  };
}

/** A command line that cannot be followed. */
export class OptionError extends Error {
  override readonly name = "OptionError";
}
