import { reading } from "../family/command-line.ts";
import { type Family } from "../family/family.ts";

export const perturb: Family = {
  name: "perturb",
  does: "Has things go wrong, one at a time, and compares how it ends.",
  byDefault: "providers",
  members: [
    {
      name: "providers",
      does: "providers and core controllers, killed after each write",
      runs: reading("test/perturbation/run.ts"),
    },
    {
      name: "processes",
      does: "Go managers and ours as processes, in real time",
      runs: reading("test/interop/processes/run.ts"),
    },
    {
      name: "faulty-providers",
      does: "providers with a fault, each of which must be noticed",
      runs: reading("test/perturbation/faulty-providers/run.ts"),
    },
  ],
};
