import process from "node:process";
import type { KubernetesObject } from "@capstan/contract";
import { isJsonObject } from "@capstan/kube";
import { runConformance, type ConformanceReport } from "@capstan/testkit";
import { readInput } from "../check/read-input.ts";
import { reportFailure } from "../terminal/failure.ts";
import { interruption } from "../terminal/interruption.ts";
import { followCases } from "./follow-cases.ts";
import { render } from "./render.ts";
import type { ReportForm } from "./report-form.ts";

/** Options of `capstan conformance`. */
export interface ConformanceCommandOptions {
  readonly provider: string;
  readonly crds: readonly string[];
  readonly manifest?: readonly string[];
  readonly kubeconfig?: string;
  readonly server: "embedded" | "real";
  readonly only?: readonly string[];
  readonly parallel: number;
  readonly within: number;
  readonly quiet: number;
  readonly sentinelFile: "linux" | "none" | "windows";
  readonly output: ReportForm;
}

/**
 * Reads CRDs and samples, tries the provider and prints.
 *
 * @returns the exit status: 0 no rule broken, 1 one broken or a case that could not be played, 2 nothing tried, 130 interrupted.
 */
export async function runConformanceCommand(options: ConformanceCommandOptions): Promise<number> {
  using interrupted = interruption();
  try {
    const report = await tryProvider(options, interrupted.signal);
    process.stdout.write(`${render(report, options.output)}\n`);
    return report.counts.broken + report.counts.blocked > 0 ? 1 : 0;
  } catch (error) {
    if (interrupted.signal.aborted) return 130;
    reportFailure("conformance", error);
    return 2;
  }
}

async function tryProvider(options: ConformanceCommandOptions, signal: AbortSignal): Promise<ConformanceReport> {
  const { provider, kubeconfig, server, only, parallel, within, quiet, sentinelFile } = options;
  const cases = followCases();
  try {
    return await runConformance({
      provider,
      crds: await documentsIn(options.crds),
      samples: (await documentsIn(options.manifest ?? [])).filter(isObject),
      server,
      parallel,
      withinSeconds: within,
      quietSeconds: quiet,
      sentinelFile,
      signal,
      onCase: cases.ended,
      ...(kubeconfig === undefined ? {} : { kubeconfig }),
      ...(only === undefined ? {} : { only }),
    });
  } finally {
    cases.stop();
  }
}

async function documentsIn(paths: readonly string[]): Promise<readonly unknown[]> {
  return (await readInput(paths)).flatMap(({ documents }) => documents);
}

function isObject(document: unknown): document is KubernetesObject {
  return isJsonObject(document) && typeof document.apiVersion === "string" && typeof document.kind === "string";
}
