import process from "node:process";
import { Command } from "commander";
import { withHelp } from "../terminal/help.ts";
import { wholeNumberFrom } from "../terminal/whole-number.ts";
import type { ExploreCommandOptions } from "./run-explore.ts";

/** `capstan explore`: changes the specs of a module's explorations, and changes them back. */
export function exploreCommand(): Command {
  const command = new Command("explore")
    .description(
      "Change specs in the ways that the schemas of their CRDs admit, and back, and see whether it is followed.",
    )
    .argument("<module>", "file that exports explorations, TypeScript or JavaScript")
    .option("--exploration <name>", "only the exploration of this name")
    .option("--at-most <count>", "how many changes of each are tried", wholeNumberFrom(1), 20)
    .option("--seed <seed>", "what the changes are drawn by", wholeNumberFrom(0), 1)
    .option("--json", "one JSON object", false)
    .action(async (module: string, options: ExploreCommandOptions) => {
      const { runExplore } = await import("./run-explore.ts");
      process.exitCode = await runExplore(module, options);
    });
  return withHelp(command, {
    notes: [
      "An exploration says of which kind an object is, and how it is made; the reference of `explore` has one.\n" +
        "After each change all must be as if the object had been made so, and as it was at first after the way back.",
    ],
    statuses: {
      0: "every change is followed, or refused by the API server",
      1: "a change is not followed, or an object does not become Ready with its first spec",
      2: "the module cannot be read, or exports no exploration",
    },
    examples: [
      "capstan explore explorations.ts",
      "capstan explore explorations.ts --at-most 100 --seed 7 --json",
      'capstan explore explorations.ts --exploration "a HelloMachine"',
    ],
  });
}
