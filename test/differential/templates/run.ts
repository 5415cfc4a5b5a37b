// npm run differential:templates: generated Go templates, rendered by Go and by the kubeadm bootstrap provider.
import process from "node:process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { compareTemplates } from "./compare.ts";

/** What Go makes of templates, for machines without Go. */
const kept = path.join(import.meta.dirname, "../../../packages/bootstrap-kubeadm/test/go-template/go-renderings.jsonl");
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
const result = await compareTemplates(Number(values.templates), Number(values.seed));
if (values.write) writeFileSync(kept, result.answers.map((answer) => `${JSON.stringify(answer)}\n`).join(""));
if (values.json) process.stdout.write(`${JSON.stringify(result)}\n`);
else {
  for (const { template, go, ours } of result.differences) {
    process.stdout.write(
      `${JSON.stringify(template)}\n  Go:   ${JSON.stringify(go)}\n  here: ${JSON.stringify(ours)}\n`,
    );
  }
  const { rendered, refused, limited, differences } = result;
  process.stdout.write(
    `${rendered} templates rendered by Go, ${refused} refused, ${limited} beyond our limits; ${differences.length} differences (seed ${values.seed})\n`,
  );
}
if (result.differences.length > 0) process.exitCode = 1;
