import { reading, testing } from "../family/command-line.ts";
import { type Family } from "../family/family.ts";

export const measure: Family = {
  name: "measure",
  does: "Counts detected faults, and the size of changes and providers.",
  members: [
    {
      name: "breaks",
      does: "breaks of specification and contract that tests detect",
      runs: reading("test/coverage-breaks/coverage-breaks.ts"),
    },
    {
      name: "mutants",
      does: "changes of decisions that no test detects",
      runs: reading("test/mutation/mutate.ts"),
    },
    {
      name: "seeded-faults",
      does: "faults against the contract that checks detect",
      runs: testing(
        ["packages/contract/test/rules", "packages/cli/test/check", "packages/testkit/test/conformance"],
        {},
        ["--reporter=./test/contract/seeded-faults-reporter.ts"],
      ),
    },
    {
      name: "change-cost",
      does: "files that a change of the contract touches",
      runs: reading("test/docs/change-cost/change-cost.ts"),
    },
    {
      name: "author-lines",
      does: "lines of code of the example providers",
      runs: reading("test/docs/author-lines.ts"),
    },
    {
      name: "house",
      does: "files, lines, words and repeated lines of commits",
      runs: reading("test/run/house/house.ts"),
    },
    {
      name: "tests",
      does: "seconds of each test file, and what only it notices",
      runs: reading("test/run/earned/main.ts"),
    },
    {
      name: "providers",
      does: "code that provider authors wrote, in Go and with Capstan",
      runs: reading("test/docs/comparison/compare.ts"),
    },
  ],
};
