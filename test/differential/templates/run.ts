// npm run compare -- templates
import process from "node:process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { jsonOption, optionsOf, script, wholeNumber } from "@capstan/harness/script";
import { compareTemplates } from "./compare.ts";
import { questions } from "./questions.ts";

/** Go's results for templates, for machines without Go. */
const kept = path.join(import.meta.dirname, "../../../packages/bootstrap-kubeadm/test/go-template/go-renderings");
const command = script(
  "Renders generated Go templates with Go and with the kubeadm bootstrap provider, and prints the differences.",
  "Needs Go. Exits with 1 on a difference.",
)
  .option("--templates <number>", "templates to generate", wholeNumber(1), 15_000)
  .option("--seed <number>", "seed of the templates", wholeNumber(0), 1)
  .option("--write", "record the output of Go, for machines without Go", false)
  .option(...jsonOption);
const flags = optionsOf(command);

for (const [name, templates] of Object.entries(questions(flags.templates, flags.seed))) {
  const result = await compareTemplates(templates);
  if (flags.write) {
    const lines = result.answers.map((answer) => `${JSON.stringify(answer)}\n`);
    writeFileSync(path.join(kept, `${name}.jsonl`), lines.join(""));
  }
  if (flags.json) process.stdout.write(`${JSON.stringify(result)}\n`);
  else {
    for (const { template, go, ours } of result.differences) {
      process.stdout.write(
        `${JSON.stringify(template)}\n  Go:   ${JSON.stringify(go)}\n  here: ${JSON.stringify(ours)}\n`,
      );
    }
    const { rendered, refused, limited, differences } = result;
    process.stdout.write(
      `${name}: ${rendered} rendered by Go, ${refused} refused, ${limited} beyond our limits; ${differences.length} differences (seed ${flags.seed})\n`,
    );
  }
  if (result.differences.length > 0) process.exitCode = 1;
}
