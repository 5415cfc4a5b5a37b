import { jsonOption, list, type OptionsOf, script } from "@capstan/harness/script";

export const command = script(
  "Breaks rows of the specification and rules of the contract, one at a time, and records which test fails.",
  "Writes test/breaks/record.json, from which `npm run docs -- rules` generates the pages. Rows that only tests on the real API server show need\n" +
    "KUBEBUILDER_ASSETS. Exits with 1 if no test detected a break.",
)
  .option("--only <ids>", "breaks of these rows and rules, such as S012,BS-009 (default: all)", list(String), [])
  .option("--new", "only breaks that are new or changed since test/breaks/record.json", false)
  .option(...jsonOption);

/** The options on the command line. */
export type Options = OptionsOf<typeof command>;
