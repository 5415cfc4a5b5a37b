// npm run differential:templates: Go templates, rendered by Go and by the kubeadm bootstrap provider.
import process from "node:process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { compareTemplates } from "./compare.ts";
import { questions } from "./questions.ts";

/** What Go makes of templates, for machines without Go. */
const kept = path.join(import.meta.dirname, "../../../packages/bootstrap-kubeadm/test/go-template/go-renderings");
const { values } = parseArgs({
  options: {
    templates: { type: "string", default: "15000" },
    seed: { type: "string", default: "1" },
    write: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  process.stdout.write("npm run differential:templates -- [--templates 15000] [--seed 1] [--write] [--json]\n");
  process.exit(0);
}
for (const [name, templates] of Object.entries(questions(Number(values.templates), Number(values.seed)))) {
  const result = await compareTemplates(templates);
  if (values.write) {
    const lines = result.answers.map((answer) => `${JSON.stringify(answer)}\n`);
    writeFileSync(path.join(kept, `${name}.jsonl`), lines.join(""));
  }
  if (values.json) process.stdout.write(`${JSON.stringify(result)}\n`);
  else {
    for (const { template, go, ours } of result.differences) {
      process.stdout.write(
        `${JSON.stringify(template)}\n  Go:   ${JSON.stringify(go)}\n  here: ${JSON.stringify(ours)}\n`,
      );
    }
    const { rendered, refused, limited, differences } = result;
    process.stdout.write(
      `${name}: ${rendered} rendered by Go, ${refused} refused, ${limited} beyond our limits; ${differences.length} differences (seed ${values.seed})\n`,
    );
  }
  if (result.differences.length > 0) process.exitCode = 1;
}
