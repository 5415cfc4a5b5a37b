import process from "node:process";
import type { ComponentsCheckOptions, RuleLevel } from "@capstan/contract";
import { version } from "../version/version.ts";
import { explain, renderExplanation } from "./explain.ts";
import { atLevel, type CheckReport, exitStatus, findingsOf } from "./findings.ts";
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
    const server = options.kubeconfig === undefined ? [] : [await readServer(options.kubeconfig, options.group)];
    const found = findingsOf([...(await readInput(paths)), ...server], options);
    const status = exitStatus(found);
    if (status === 2) {
      process.stderr.write(
        "capstan check: nothing to check; found no CRDs of contract kinds, components or metadata.yaml\n",
      );
    } else {
      process.stdout.write(`${render(found, options)}\n`);
    }
    return status;
  } catch (error) {
    process.stderr.write(`capstan check: ${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
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
