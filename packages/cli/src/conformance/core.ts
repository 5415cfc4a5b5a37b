import process from "node:process";
import { runCoreConformance } from "@capstan/testkit";
import { documentsIn } from "../manifests/documents-in.ts";
import { reportFailure } from "../terminal/failure.ts";
import type { ConformanceCommandOptions } from "./conformance.ts";
import { followCases } from "./follow-cases.ts";
import { renderCore } from "./render.ts";

/**
 * Tests a core against the expectations of providers, and prints the report.
 *
 * @returns the exit status: 0 all expectations hold, 1 some do not, 2 the test could not run.
 */
export async function runCoreCommand(options: ConformanceCommandOptions): Promise<number> {
  const { provider, within: withinSeconds, only, output } = options;
  const follow = followCases();
  try {
    const crds = await documentsIn(options.crds);
    const cases = await runCoreConformance({
      provider,
      crds,
      withinSeconds,
      ...(only === undefined ? {} : { only }),
      onCase: ({ expected, verdict }, progress) => {
        follow.ended({ about: "core", expected, isBroken: verdict === "broken" }, progress);
      },
    });
    process.stdout.write(`${renderCore(cases, output)}\n`);
    return cases.some(({ verdict }) => verdict === "broken") ? 1 : 0;
  } catch (error) {
    reportFailure("conformance", error);
    return 2;
  } finally {
    follow.stop();
  }
}
