import process from "node:process";
import type { ComponentsCheckOptions, RuleLevel } from "@capstan/contract";
import { reportFailure } from "../terminal/failure.ts";
import { withProgress } from "../terminal/progress.ts";
import { version } from "../version/version.ts";
import { explain, renderExplanation } from "./explain.ts";
import { atLevel, type CheckReport, exitStatus, findingsOf } from "./findings.ts";
import type { InputFile } from "./parse-documents.ts";
import { readInput, readServer } from "./read-input.ts";
import { renderReport, reportJSON } from "./render-report.ts";
import { sarifLog } from "./sarif.ts";

/** Options of `capstan check`. */
export interface CheckOptions extends Pick<ComponentsCheckOptions, "roles" | "sigSponsored"> {
  readonly kubeconfig?: string;
  readonly group?: string;
  readonly json: boolean;
  readonly sarif: boolean;
  readonly level: RuleLevel;
  /** Id of a rule to be printed in place of a check. */
  readonly explain?: string;
}

/**
 * Reads, checks and prints.
 *
 * @returns the exit status: 0 no broken MUST, 1 a broken MUST, 2 nothing to check or unreadable input.
 */
export async function runCheck(paths: readonly string[], options: CheckOptions): Promise<number> {
  try {
    if (options.explain !== undefined) return printExplanation(options.explain, options.json);
    const input = await withProgress("Reading what is to be checked", () => readAll(paths, options));
    const found = findingsOf(input, options);
    const status = exitStatus(found);
    if (status === 2) {
      reportFailure("check", "nothing to check; found no CRDs of contract kinds, components or metadata.yaml");
    } else {
      process.stdout.write(`${render(found, options)}\n`);
    }
    return status;
  } catch (error) {
    reportFailure("check", error);
    return 2;
  }
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

function render(found: CheckReport, { level, json, sarif }: CheckOptions): string {
  const shown = atLevel(found, level);
  if (sarif) return JSON.stringify(sarifLog(shown, version), undefined, 2);
  return json ? JSON.stringify(reportJSON(shown, found.findings), undefined, 2) : renderReport(shown, found);
}
