import process from "node:process";
import { Command } from "commander";
import { reportFailure } from "../terminal/failure.ts";
import { usageStatus, withHelp } from "../terminal/help.ts";
import { wholeNumberFrom } from "../terminal/whole-number.ts";
import type { PerturbCommandOptions } from "./run-perturb.ts";

/** `capstan perturb`: runs scenarios of a module again with each possible fault. */
export function perturbCommand(): Command {
  const command = new Command("perturb")
    .description("Run scenarios again with each thing that can go wrong at each moment, and compare what comes of it.")
    .argument("[module]", "file that exports scenarios, TypeScript or JavaScript")
    .option("--provider <command>", "the command line of a manager to disturb, a process of its own in any language")
    .option("--crds <files...>", "its CRDs: files, or folders (every .yaml, .yml and .json below)")
    .option("--objects <files...>", "what is created, in order and with its status, and deleted again")
    .option(
      "--watches <resource>",
      "what the manager watches once it runs, in the plural (default: of the CRDs, by the objects)",
    )
    .option("--within <seconds>", "how long a process may take to come to the same end", wholeNumberFrom(1), 60)
    .option("--quiet <seconds>", "how long a process writes nothing when it is at rest", wholeNumberFrom(1), 2)
    .option(
      "--parallel <n>",
      "how many processes are tried at a time, each on a server of its own",
      wholeNumberFrom(1),
      1,
    )
    .option(
      "--points <n>",
      "of all that could go wrong at all moments, only this many, evenly spread",
      wholeNumberFrom(1),
    )
    .option("--scenario <name>", "only the scenario of this name")
    .option("--only <way...>", "only these ways to disturb the world, such as crash-after (default: all)")
    .option("--pairs <count>", "additional runs in which two things go wrong", wholeNumberFrom(0), 0)
    .option("--seed <seed>", "what the pairs are drawn by, and where the points begin", wholeNumberFrom(0), 1)
    .option("--schedule <schedule>", "only this, as a failure prints it")
    .option("--list", "print what would go wrong, and run each scenario undisturbed only", false)
    .option("--json", "one JSON object", false)
    .action(async (module: string | undefined, options: PerturbCommandOptions) => {
      const problem = whatIsMissing(module, options);
      if (problem !== undefined) {
        reportFailure("perturb", problem);
        process.exitCode = usageStatus;
        return;
      }
      const { runPerturb } = await import("./run-perturb.ts");
      process.exitCode = await runPerturb(module, options);
    });
  return withHelp(command, {
    notes: [
      "A scenario says what is done with a provider, or with the core controllers; the README of @capstan/testkit has one.\n" +
        "It is run undisturbed, and then once for each way to disturb the world at each write and each call of the cloud.\n\n" +
        "A manager in a process of its own needs no module: it runs on the embedded API server, in real time, while the objects of --objects are created and deleted, and is killed and started again. In its command line, {kubeconfig} stands for a file, which KUBECONFIG names too, each {port} for a free port, and {certificates} for a folder with tls.crt and tls.key; it must not elect a leader. Owner references without uid get that of the object that they name. Each run takes about ten seconds: --points limits them.",
    ],
    statuses: {
      0: "every run comes to the same end",
      1: "a run comes to another end, or a scenario fails undisturbed",
      2: "the module or a file cannot be read, there is no scenario, or nothing is written that could be disturbed",
      130: "interrupted",
    },
    examples: [
      "capstan perturb scenarios.ts",
      "capstan perturb scenarios.ts --only crash-before crash-after --pairs 200 --seed 7",
      'capstan perturb scenarios.ts --scenario "the life of a machine" --schedule "crash after write 3"',
      "capstan perturb --provider bin/manager --crds config/crd --objects sample.yaml --only crash-after",
    ],
  });
}

/** The required options that are missing. */
function whatIsMissing(
  module: string | undefined,
  { provider, crds, objects }: PerturbCommandOptions,
): string | undefined {
  if (module !== undefined && (crds ?? objects) !== undefined)
    return "--crds and --objects are for a --provider without a module, whose scenarios have them";
  if (module !== undefined) return undefined;
  if (provider === undefined) return "name a module with scenarios, or a manager with --provider, --crds and --objects";
  return crds === undefined || objects === undefined
    ? "--provider without a module needs --crds and --objects"
    : undefined;
}
