// npm run compare -- bundles
import process from "node:process";
import { optionsOf, refuse, script, wholeNumber } from "@capstan/harness/script";
import { readBundleFolder } from "./folder/bundle-folder.ts";
import { faultTable, isNoticed } from "./faults/fault-table.ts";
import { injectFaults } from "./faults/inject.ts";
import { checkBundles } from "./verdicts/verdicts.ts";
import { verdictTable, wrongVerdicts } from "./verdicts/verdict-table.ts";

const command = script(
  "Runs capstan check on the components files of a folder, and compares its findings with human judgments.",
  "Exits with 1 if a MUST is false, only advice or not judged, or if one is missing; with --faults, if fewer than 99 % are detected.",
)
  .argument(
    "<folder>",
    "folder with judgments as JSON, and bundles.tar.xz or the bundles as <name>.yaml; it stays unchanged",
  )
  .option(
    "--faults <number>",
    "inject this many single faults into the bundles, and report the detected ones",
    wholeNumber(1),
  )
  .option("--seed <number>", "seed of the faults", wholeNumber(0), 1)
  .option("--list", "print every fault on one line, with the rule and the line that detected it", false);
const flags = optionsOf(command);
const [folder = ""] = command.args;
try {
  process.exitCode = flags.faults === undefined ? verdicts(folder) : faults(folder, flags.faults);
} catch (error) {
  refuse(`compare -- bundles: ${error instanceof Error ? error.message : String(error)}`);
}

function verdicts(from: string): number {
  const checked = checkBundles(readBundleFolder(from));
  process.stdout.write(`${verdictTable(checked)}\n`);
  return wrongVerdicts(checked) === 0 ? 0 : 1;
}

function faults(from: string, count: number): number {
  const injected = [...injectFaults(readBundleFolder(from).bundles, count, flags.seed)];
  if (flags.list) {
    for (const { bundle, kind, what, noticed } of injected) {
      const found = noticed === undefined ? "not noticed" : `${noticed.rule} line ${String(noticed.region?.line)}`;
      process.stdout.write(`${bundle}  ${kind.name}  ${found}  ${what}\n`);
    }
  }
  process.stdout.write(`${faultTable(injected)} (seed ${flags.seed})\n`);
  return injected.filter(isNoticed).length >= injected.length * 0.99 && injected.length > 0 ? 0 : 1;
}
