// npm run hostile -- conversions
import process from "node:process";
import { optionsOf, script, wholeNumber } from "@capstan/harness/script";
import { convertedKinds } from "./converted-kinds.ts";
import { convertHostile } from "./convert-hostile.ts";

const command = script(
  "Converts hostile objects of tenants between the versions of all converted kinds, and prints the results.",
  "Exits with 1 if a list fails, or if the API server's validator or its checks of responses would reject a result.",
)
  .option("--objects <number>", "objects to convert, in both directions", wholeNumber(1), 100_000)
  .option("--kinds <number>", "generated kinds, as authors would define them", wholeNumber(0), 60)
  .option("--seed <number>", "seed of the objects and kinds", wholeNumber(0), 1);
const { objects, kinds, seed } = optionsOf(command);

const { problems, ...tally } = await convertHostile(convertedKinds(kinds, seed), { objects, seed });
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(
  `${tally.objects} objects of seed ${seed} converted there and back in ${tally.lists} lists: ${tally.valid} results of valid objects, ` +
    `${tally.invalid} results invalid by schema, ${tally.breakingRules} that break rules (and ${tally.forgingRules} by what stands in or was written as kept), ${tally.refused} answers refused, ` +
    `${tally.failedLists} lists that failed; ${tally.losses} losses reported\n`,
);
process.exitCode = tally.invalid + tally.breakingRules + tally.refused + tally.failedLists === 0 ? 0 : 1;
