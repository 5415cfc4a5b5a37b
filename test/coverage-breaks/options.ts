import { parseArgs } from "node:util";

export const help = `Breaks what rows of the specification and rules of the contract say, one break at a time, and records which test fails.

  npm run coverage:breaks [-- OPTIONS]

  --only IDS   breaks of these rows and rules, such as S012,BS-009; default: all
  --new        only those that test/breaks/record.json does not have as they are now
  --json       prints what became of every break as JSON
  --help

Writes test/breaks/record.json, of which \`npm run docs:rules\` makes the pages. Rows that are shown on the real API server alone need
KUBEBUILDER_ASSETS. Ends with 1 if no test noticed a break.
`;

/** What the command line asks for. */
export interface Options {
  readonly only: readonly string[];
  readonly isNew: boolean;
  readonly isJson: boolean;
  readonly isHelp: boolean;
}

export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: "string", default: "" },
      new: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const only = values.only.split(",").filter((id) => id !== "");
  return { only, isNew: values.new, isJson: values.json, isHelp: values.help };
}
