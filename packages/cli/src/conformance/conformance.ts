import process from "node:process";
import { runConformance, type ConformanceReport } from "@capstan/testkit";
import { documentsIn, objectsIn } from "../manifests/documents-in.ts";
import { reportFailure } from "../terminal/failure.ts";
import { interruption } from "../terminal/interruption.ts";
import { followCases } from "./follow-cases.ts";
import { render } from "./render.ts";
import type { ReportForm } from "./report-form.ts";
import { verdictOf } from "./verdict-of.ts";

/** Options of `capstan conformance`. */
export interface ConformanceCommandOptions {
  readonly provider: string;
  readonly crds: readonly string[];
  readonly core: boolean;
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
 * Reads CRDs and samples, tests the provider and prints the report.
 *
 * @returns the exit status: 0 no broken rule, 1 a broken rule or a case that could not run, 2 nothing was tested, 130 interrupted.
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
      samples: await objectsIn(options.manifest ?? []),
      server,
      parallel,
      withinSeconds: within,
      quietSeconds: quiet,
      sentinelFile,
      signal,
      onCase: (report, progress) => {
        const { kind: about, expected } = report;
        cases.ended({ about, expected, isBroken: verdictOf(report) === "broken" }, progress);
      },
      ...(kubeconfig === undefined ? {} : { kubeconfig }),
      ...(only === undefined ? {} : { only }),
    });
  } finally {
    cases.stop();
  }
}
