import { reading } from "../family/command-line.ts";
import { type Family } from "../family/family.ts";

export const suites: Family = {
  name: "suites",
  does: "Runs third-party test suites on the real and the embedded API server.",
  members: [
    {
      name: "controller-runtime",
      does: "the suites that start an API server",
      runs: reading("test/interop/controller-runtime/suites.ts"),
    },
    {
      name: "kubernetes",
      does: "the end-to-end tests that need no node",
      runs: reading("test/interop/kubernetes/suites.ts"),
    },
  ],
};
