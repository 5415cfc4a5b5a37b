// npm run hostile -- tenants
import process from "node:process";
import { jsonOption, oneOf, optionsOf, script, wholeNumber } from "@capstan/harness/script";
import { playUndisturbed } from "./play.ts";
import { findingText, search } from "./search.ts";

const command = script(
  "Has hostile tenants write random objects while another tenant creates and deletes a Cluster, and compares that Cluster with an undisturbed one.",
  "Exits with 1 if an attack affects that tenant, or if the server accepts none of the random objects.",
)
  .option("--seeds <number>", "number of attacks", wholeNumber(1), 2_000)
  .option("--seed <number>", "seed of the first attack", wholeNumber(1), 1)
  .option("--together <number>", "concurrent attacks, each in a separate namespace", wholeNumber(1), 20)
  .option("--tries <number>", "repetitions of an attack to find the objects that it needs", wholeNumber(0), 40)
  .option(
    "--server <name>",
    "embedded, or real: the server of KUBEBUILDER_ASSETS",
    oneOf(["embedded", "real"]),
    "embedded",
  )
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
