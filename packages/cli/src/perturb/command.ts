import process from "node:process";
import { Command } from "commander";
import { reportFailure } from "../terminal/failure.ts";
import { usageStatus, withHelp } from "../terminal/help.ts";
import { wholeNumberFrom } from "../terminal/whole-number.ts";
import type { PerturbCommandOptions } from "./run-perturb.ts";

/** `capstan perturb`: runs scenarios of a module again with each possible fault. */
export function perturbCommand(): Command {
  const command = new Command("perturb")
    .description("Run scenarios again with each possible failure at each moment, and compare the results.")
    .argument("[module]", "TypeScript or JavaScript file that exports scenarios")
    .option("--provider <command>", "command line of a manager to disturb: a separate process, in any language")
    .option("--crds <files...>", "CRDs of the manager: files, or folders (every .yaml, .yml and .json below)")
    .option("--objects <files...>", "objects to create, in order and with their status, and to delete at the end")
    .option(
      "--watches <resource>",
      "plural of a resource that the manager watches once it runs (default: from the CRDs and the objects)",
    )
    .option("--within <seconds>", "how long a process may take to reach the same result", wholeNumberFrom(1), 60)
    .option("--quiet <seconds>", "how long a process must write nothing to count as idle", wholeNumberFrom(1), 2)
    .option("--parallel <n>", "how many processes to test at a time, each on a separate server", wholeNumberFrom(1), 1)
    .option("--points <n>", "run only this many of all failures and moments, evenly spread", wholeNumberFrom(1))
    .option("--scenario <name>", "run only the scenario with this name")
    .option("--only <way...>", "only these kinds of failure, such as crash-after (default: all)")
    .option("--pairs <count>", "additional runs with two failures each", wholeNumberFrom(0), 0)
    .option("--seed <seed>", "seed of the pairs, and offset of the points", wholeNumberFrom(0), 1)
    .option("--schedule <schedule>", "run only this schedule, as a failed run prints it")
    .option("--list", "print the planned failures, and run each scenario only undisturbed", false)
    .option("--json", "print one JSON object", false)
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
      "A scenario describes actions on a provider or on the core controllers; the README of @capstan/testkit has an example.\n" +
        "The command runs it undisturbed, then once for each kind of failure at each write and each call to the cloud.\n\n" +
        "A manager in a separate process needs no module. It runs on the embedded API server in real time; the command creates and deletes the objects of --objects, and kills and restarts the manager. In its command line, {kubeconfig} is replaced with a file, which KUBECONFIG also names, each {port} with a free port, and {certificates} with a folder that has tls.crt and tls.key. Disable leader election. Owner references without a uid get the uid of the object that they name. Each run takes about ten seconds; --points limits their number.",
    ],
    statuses: {
      0: "every run ends with the same result",
      1: "a run ends with a different result, or a scenario fails undisturbed",
      2: "the module or a file is unreadable, there is no scenario, or a scenario has no write to disturb",
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
    return "--crds and --objects require a --provider without a module, because the scenarios of a module contain them";
  if (module !== undefined) return undefined;
  if (provider === undefined) return "name a module with scenarios, or a manager with --provider, --crds and --objects";
  return crds === undefined || objects === undefined
    ? "--provider without a module needs --crds and --objects"
    : undefined;
}
