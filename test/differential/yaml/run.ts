// npm run compare -- yaml
import process from "node:process";
import { jsonOption, optionsOf, script, wholeNumber } from "@capstan/harness/script";
import { compareStrings } from "./compare.ts";
import { drawnDocuments } from "./documents.ts";
import { realDocuments } from "./real-documents.ts";

const command = script(
  "Reads generated YAML with sigs.k8s.io/yaml and with @capstan/kube, leniently and strictly, and prints the differences.",
  "Needs Go. Exits with 1 on a difference.",
)
  .option("--documents <number>", "documents to generate", wholeNumber(1), 20_000)
  .option("--seed <number>", "seed of the documents", wholeNumber(0), 1)
  .option("--folders <folder...>", "folders whose YAML files are read too", [])
  .option(...jsonOption);
const flags = optionsOf(command);

const corpora = { generated: drawnDocuments(flags.documents, flags.seed), real: realDocuments(flags.folders) };
for (const [name, strings] of Object.entries(corpora)) {
  if (strings.length === 0) continue;
  const { read, refused, differences } = await compareStrings(strings);
  if (flags.json) process.stdout.write(`${JSON.stringify({ name, read, refused, differences })}\n`);
  else {
    for (const { text, mode, go, here } of differences) {
      process.stdout.write(
        `${mode}: ${JSON.stringify(text)}\n  Go:   ${JSON.stringify(go)}\n  here: ${JSON.stringify(here)}\n`,
      );
    }
    process.stdout.write(
      `${name}: ${read} read by Go, ${refused} refused; ${differences.length} differences (seed ${flags.seed})\n`,
    );
  }
  if (differences.length > 0) process.exitCode = 1;
}
