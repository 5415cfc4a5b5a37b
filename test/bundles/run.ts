// npm run check:bundles: what the checker says of components files that others wrote, and of faults that are put into them.
import process from "node:process";
import { parseArgs } from "node:util";
import { readBundleFolder } from "./folder/bundle-folder.ts";
import { faultTable, isNoticed } from "./faults/fault-table.ts";
import { injectFaults } from "./faults/inject.ts";
import { checkBundles } from "./verdicts/verdicts.ts";
import { verdictTable, wrongVerdicts } from "./verdicts/verdict-table.ts";

const help = `Runs capstan check over the components files of a folder, and compares it with what people said of its findings.

  npm run check:bundles -- FOLDER [--faults N] [--seed N] [--list]

  FOLDER        with judgments as JSON, and bundles.tar.xz or the bundles as <name>.yaml; nothing is written into it
  --faults N    puts N single faults into the bundles in place of that, and says which are noticed
  --seed N      which faults; default: 1
  --list        every fault in a line, with the rule and the line that it was noticed by

Ends with 1 if a MUST is false, mere advice or not judged, or if one is missing; with --faults if fewer than 99 % are noticed.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    faults: { type: "string" },
    seed: { type: "string", default: "1" },
    list: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
const [folder] = positionals;

if (values.help || folder === undefined) {
  (values.help ? process.stdout : process.stderr).write(help);
  process.exitCode = values.help ? 0 : 2;
} else {
  try {
    process.exitCode = values.faults === undefined ? verdicts(folder) : faults(folder, Number(values.faults));
  } catch (error) {
    process.stderr.write(`check:bundles: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  }
}

function verdicts(from: string): number {
  const checked = checkBundles(readBundleFolder(from));
  process.stdout.write(`${verdictTable(checked)}\n`);
  return wrongVerdicts(checked) === 0 ? 0 : 1;
}

function faults(from: string, count: number): number {
  const injected = [...injectFaults(readBundleFolder(from).bundles, count, Number(values.seed))];
  if (values.list) {
    for (const { bundle, kind, what, noticed } of injected) {
      const found = noticed === undefined ? "not noticed" : `${noticed.rule} line ${String(noticed.region?.line)}`;
      process.stdout.write(`${bundle}  ${kind.name}  ${found}  ${what}\n`);
    }
  }
  process.stdout.write(`${faultTable(injected)} (seed ${values.seed})\n`);
  return injected.filter(isNoticed).length >= injected.length * 0.99 && injected.length > 0 ? 0 : 1;
}
