import { writeFile } from "node:fs/promises";
import process from "node:process";
import type { ComponentsCheckOptions, RuleLevel } from "@capstan/contract";
import { reportFailure } from "../terminal/failure.ts";
import { withProgress } from "../terminal/progress.ts";
import { version } from "../version/version.ts";
import { explain, renderExplanation } from "./explain.ts";
import { atLevel, exitStatus, findingsOf } from "./findings.ts";
import { fixesOf, writeFixes } from "./fix-files.ts";
import type { InputFile } from "./parse-documents.ts";
import { readInput, readServer, readText } from "./read-input.ts";
import { renderReport, reportJSON } from "./render-report.ts";
import { sarifLog } from "./sarif.ts";
import {
  baselineOf,
  parseBaseline,
  parseSuppressions,
  suppressed,
  type SuppressedReport,
  type Suppressions,
} from "./suppressions.ts";

/** Options of `capstan check`. */
export interface CheckOptions extends Pick<ComponentsCheckOptions, "roles" | "sigSponsored"> {
  readonly kubeconfig?: string;
  readonly group?: string;
  readonly json: boolean;
  readonly sarif: boolean;
  readonly level: RuleLevel;
  /** Fix the findings that need no decision in the files before checking them. */
  readonly fix?: boolean;
  /** File of findings that the project accepts, with reasons. */
  readonly suppressions?: string;
  /** File of known findings. */
  readonly baseline?: string;
  /** File to write the baseline to. */
  readonly writeBaseline?: string;
  /** Id of a rule to explain instead of checking. */
  readonly explain?: string;
}

/**
 * Reads, checks and prints.
 *
 * @returns the exit status: 0 no broken MUST, 1 a broken MUST, 2 nothing to check or a path that cannot be read.
 */
export async function runCheck(paths: readonly string[], options: CheckOptions): Promise<number> {
  try {
    if (options.explain !== undefined) return printExplanation(options.explain, options.json);
    const read = () => withProgress("Reading the input", () => readAll(paths, options));
    const input = options.fix === true ? await readFixed(read, options) : await read();
    const all = findingsOf(input, options);
    if (options.writeBaseline !== undefined) {
      await writeFile(options.writeBaseline, baselineOf(all.findings));
    }
    const found = suppressed(
      all,
      await readSuppressions(options.suppressions, options.baseline ?? options.writeBaseline),
    );
    const status = exitStatus(found);
    if (status === 2) {
      reportFailure("check", "nothing to check; pass CRDs of contract kinds, components or metadata.yaml");
    } else {
      process.stdout.write(`${render(found, options)}\n`);
    }
    return status;
  } catch (error) {
    reportFailure("check", error);
    return 2;
  }
}

/** A new label implies other requirements of a CRD, and each fix is checked in turn. */
const fixPasses = 3;

/** Fixes files until no finding is left that needs no decision; returns their new content. */
async function readFixed(read: () => Promise<InputFile[]>, options: CheckOptions): Promise<InputFile[]> {
  const { rules, baseline } = await readSuppressions(options.suppressions, options.baseline);
  let input = await read();
  for (let pass = 0; pass < fixPasses; pass += 1) {
    const fixed = fixesOf(input, suppressed(findingsOf(input, options), { rules, baseline }));
    if (fixed.length === 0) break;
    await writeFixes(fixed);
    for (const file of fixed) process.stderr.write(`${file.path}: fixed ${file.fixed.join(", ")}\n`);
    input = await read();
  }
  return input;
}

async function readAll(paths: readonly string[], { kubeconfig, group }: CheckOptions): Promise<InputFile[]> {
  const server = kubeconfig === undefined ? [] : [await readServer(kubeconfig, group)];
  return [...(await readInput(paths)), ...server];
}

function printExplanation(id: string, json: boolean): 0 {
  const explanation = explain(id);
  process.stdout.write(`${json ? JSON.stringify(explanation, undefined, 2) : renderExplanation(explanation)}\n`);
  return 0;
}

/** A baseline that was just written is also compared with: its findings are not new. */
async function readSuppressions(file: string | undefined, baseline: string | undefined): Promise<Suppressions> {
  return {
    rules: file === undefined ? [] : parseSuppressions(file, await readText(file)),
    baseline: baseline === undefined ? new Set() : parseBaseline(baseline, await readText(baseline)),
  };
}

function render(found: SuppressedReport, { level, json, sarif }: CheckOptions): string {
  const shown = atLevel(found, level);
  if (sarif) return JSON.stringify(sarifLog(shown, version, found.suppressed), undefined, 2);
  return json ? JSON.stringify(reportJSON(shown, found), undefined, 2) : renderReport(shown, found);
}
