// npm run hostile -- tenants
import process from "node:process";
import { jsonOption, oneOf, optionsOf, script, wholeNumber } from "@capstan/harness/script";
import { playUndisturbed } from "./play.ts";
import { findingText, search } from "./search.ts";

const command = script(
  "Lets tenants write drawn objects next to one whose Cluster lives from nothing to nothing, and compares that life with an undisturbed one.",
  "Ends with 1 if an attack has done anything to that tenant, or if the server took nothing of what was drawn.",
)
  .option("--seeds <number>", "how many attacks", wholeNumber(1), 2_000)
  .option("--seed <number>", "the first one", wholeNumber(1), 1)
  .option("--together <number>", "how many at the same time, each in a namespace of its own", wholeNumber(1), 5)
  .option("--tries <number>", "how often an attack is played again to find the objects it takes", wholeNumber(0), 40)
  .option("--server <name>", "embedded, or real: that of KUBEBUILDER_ASSETS", oneOf(["embedded", "real"]), "embedded")
  .option(...jsonOption);
const { seeds, seed, together, tries, server, json } = optionsOf(command);

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const expected = await playUndisturbed(server);
const { findings, answers } = await search({
  server,
  expected,
  seeds: Array.from({ length: seeds }, (_, index) => seed + index),
  together: Math.min(together, seeds),
  tries,
  progress: (done, found) => {
    process.stderr.write(`${done} of ${seeds} attacks, ${found} findings\n`);
  },
  found: (finding) => {
    if (!json) print(findingText(finding));
  },
});
const accepted = [...answers.values()].reduce((sum, each) => sum + each.accepted, 0);
if (json) print(JSON.stringify({ seeds, seed, server, findings, answers: Object.fromEntries(answers) }));
else {
  for (const [what, count] of [...answers].toSorted())
    print(`${what}: ${count.accepted} accepted, ${count.refused} refused`);
  print(
    `${seeds} attacks from seed ${seed} on the ${server} server: ${accepted} writes accepted, ${findings.length} findings`,
  );
}
process.exit(findings.length === 0 && accepted > 0 ? 0 : 1);
