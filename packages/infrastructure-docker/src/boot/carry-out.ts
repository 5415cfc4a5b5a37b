import type { BootPlan } from "@capstan/bootstrap-data";
import type { Engine } from "../engine/engine.ts";
import { bootArchive, bootFolder, liveFolder } from "./boot-archive.ts";
import { type BootReport, readBootReport } from "./boot-report.ts";

/**
 * Carries out a plan in a running container, and returns how far it was. Safe to repeat: the container knows what was done, so that no step
 * is carried out twice, also if the manager or the container ends in between.
 *
 * @param plan - called if the container has no plan yet. It may return undefined, if there is nothing to carry out.
 * @throws EngineError, and what `plan` throws.
 */
export async function carryOut(
  engine: Engine,
  container: string,
  plan: () => BootPlan | undefined,
  signal: AbortSignal,
): Promise<BootReport> {
  const report = readBootReport(await engine.exec(container, ["sh", `${bootFolder}/report.sh`, liveFolder], signal));
  if (report.state === "absent") {
    const missing = plan();
    if (missing === undefined) return report;
    await engine.writeFiles(container, bootArchive(missing), signal);
  }
  if (mustRun(report)) await engine.execDetached(container, ["sh", `${bootFolder}/run.sh`, liveFolder], signal);
  return report;
}

function mustRun(report: BootReport): boolean {
  // Each start of the container has steps of its own.
  if (report.state === "ended") return report.runsAgain;
  return report.state === "absent" || report.state === "ready";
}
