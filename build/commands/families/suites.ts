import { reading } from "../family/command-line.ts";
import { type Family } from "../family/family.ts";

export const suites: Family = {
  name: "suites",
  does: "Runs test suites of others on the real API server and on the embedded one.",
  members: [
    {
      name: "controller-runtime",
      does: "those that start an API server",
      runs: reading("test/interop/controller-runtime/suites.ts"),
    },
    {
      name: "kubernetes",
      does: "the end-to-end tests that need no node",
      runs: reading("test/interop/kubernetes/suites.ts"),
    },
  ],
};
