import process from "node:process";
import { Command } from "commander";
import { withHelp } from "../terminal/help.ts";
import { wholeNumberFrom } from "../terminal/whole-number.ts";
import type { ExploreCommandOptions } from "./run-explore.ts";

/** `capstan explore`: changes the specs of a module's explorations, and changes them back. */
export function exploreCommand(): Command {
  const command = new Command("explore")
    .description(
      "Change specs in ways that their CRD schemas allow, change them back, and check that the provider follows.",
    )
    .argument("<module>", "TypeScript or JavaScript file that exports explorations")
    .option("--exploration <name>", "run only the exploration with this name")
    .option("--at-most <count>", "how many changes to try in each exploration", wholeNumberFrom(1), 20)
    .option("--seed <seed>", "seed of the changes", wholeNumberFrom(0), 1)
    .option("--json", "print one JSON object", false)
    .action(async (module: string, options: ExploreCommandOptions) => {
      const { runExplore } = await import("./run-explore.ts");
      process.exitCode = await runExplore(module, options);
    });
  return withHelp(command, {
    notes: [
      "An exploration names the kind of an object and creates it; the reference of `explore` has an example.\n" +
        "After each change, the result must be the same as if the object had been created that way. After the change back, it must be the original result.",
    ],
    statuses: {
      0: "the provider follows every change that the API server accepts",
      1: "the provider does not follow a change, or an object does not become Ready with its first spec",
      2: "the module is unreadable, or exports no exploration",
    },
    examples: [
      "capstan explore explorations.ts",
      "capstan explore explorations.ts --at-most 100 --seed 7 --json",
      'capstan explore explorations.ts --exploration "a HelloMachine"',
    ],
  });
}
