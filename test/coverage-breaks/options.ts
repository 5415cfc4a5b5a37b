import { jsonOption, list, type OptionsOf, script } from "@capstan/harness/script";

export const command = script(
  "Breaks what rows of the specification and rules of the contract say, one break at a time, and records which test fails.",
  "Writes test/breaks/record.json, of which `npm run docs -- rules` makes the pages. Rows that are shown on the real API server alone need\n" +
    "KUBEBUILDER_ASSETS. Ends with 1 if no test noticed a break.",
)
  .option("--only <ids>", "breaks of these rows and rules, such as S012,BS-009 (default: all)", list(String), [])
  .option("--new", "only those that test/breaks/record.json does not have as they are now", false)
  .option(...jsonOption);

/** What the command line asks for. */
export type Options = OptionsOf<typeof command>;
