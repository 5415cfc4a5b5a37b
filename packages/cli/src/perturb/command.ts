import process from "node:process";
import { Command, InvalidArgumentError } from "commander";
import { withHelp } from "../terminal/help.ts";
import type { PerturbCommandOptions } from "./run-perturb.ts";

/** `capstan perturb`: scenarios of a module, again with each thing that can go wrong. */
export function perturbCommand(): Command {
  const command = new Command("perturb")
    .description("Run scenarios again with each thing that can go wrong at each moment, and compare what comes of it.")
    .argument("<module>", "file that exports scenarios, TypeScript or JavaScript")
    .option("--scenario <name>", "only the scenario of this name")
    .option("--only <way...>", "only these ways to disturb the world, such as crash-after (default: all)")
    .option("--pairs <count>", "additional runs in which two things go wrong", wholeNumber, 0)
    .option("--seed <seed>", "what the pairs are drawn by", wholeNumber, 1)
    .option("--schedule <schedule>", "only this, as a failure prints it")
    .option("--list", "print what would go wrong, and run each scenario undisturbed only", false)
    .option("--json", "one JSON object", false)
    .action(async (module: string, options: PerturbCommandOptions) => {
      const { runPerturb } = await import("./run-perturb.ts");
      process.exitCode = await runPerturb(module, options);
    });
  return withHelp(command, {
    notes: [
      "A scenario says what is done with a provider, or with the core controllers; the README of @capstan/testkit has one.\n" +
        "It is run undisturbed, and then once for each way to disturb the world at each write and each call of the cloud.",
    ],
    statuses: {
      0: "every run comes to the same end",
      1: "a run comes to another end, or a scenario fails undisturbed",
      2: "the module cannot be read, or exports no scenario",
    },
    examples: [
      "capstan perturb scenarios.ts",
      "capstan perturb scenarios.ts --only crash-before crash-after --pairs 200 --seed 7",
      'capstan perturb scenarios.ts --scenario "the life of a machine" --schedule "crash after write 3"',
    ],
  });
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new InvalidArgumentError("It must be a whole number.");
  return value;
}
