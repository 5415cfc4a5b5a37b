import { reading } from "../family/command-line.ts";
import { type Family } from "../family/family.ts";

export const perturb: Family = {
  name: "perturb",
  does: "Injects one failure at a time, and compares the results.",
  byDefault: "providers",
  members: [
    {
      name: "providers",
      does: "providers and core controllers, killed after each write",
      runs: reading("test/perturbation/run.ts"),
    },
    {
      name: "processes",
      does: "Go and Capstan managers as processes, in real time",
      runs: reading("test/interop/processes/run.ts"),
    },
    {
      name: "faulty-providers",
      does: "faulty providers, each of which must be detected",
      runs: reading("test/perturbation/faulty-providers/run.ts"),
    },
  ],
};
