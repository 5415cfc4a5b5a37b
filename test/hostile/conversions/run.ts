// npm run hostile -- conversions
import process from "node:process";
import { optionsOf, script, wholeNumber } from "@capstan/harness/script";
import { convertedKinds } from "./converted-kinds.ts";
import { convertHostile } from "./convert-hostile.ts";

const command = script(
  "Converts objects as tenants may write them between the versions of all kinds that are converted, and prints what came of it.",
  "Ends with 1 if a list fails, or if a result is not what the API server's validator and its checks of answers admit.",
)
  .option("--objects <number>", "that are converted, there and back", wholeNumber(1), 100_000)
  .option("--kinds <number>", "generated kinds of authors", wholeNumber(0), 60)
  .option("--seed <number>", "which objects and kinds", wholeNumber(0), 1);
const { objects, kinds, seed } = optionsOf(command);

const { problems, ...tally } = await convertHostile(convertedKinds(kinds, seed), { objects, seed });
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(
  `${tally.objects} objects of seed ${seed} converted there and back in ${tally.lists} lists: ${tally.valid} results of valid objects, ` +
    `${tally.invalid} results invalid by schema, ${tally.breakingRules} that break rules (and ${tally.forgingRules} by what stands in or was written as kept), ${tally.refused} answers refused, ` +
    `${tally.failedLists} lists that failed; ${tally.losses} losses reported\n`,
);
process.exitCode = tally.invalid + tally.breakingRules + tally.refused + tally.failedLists === 0 ? 0 : 1;
