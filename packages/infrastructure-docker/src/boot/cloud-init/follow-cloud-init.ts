import type { Engine } from "../../engine/engine.ts";
import type { BootReport } from "../boot-report.ts";
import { lastLines } from "../last-lines.ts";
import { hasSystemStarted } from "../system-state.ts";
import { cloudInitProgram } from "./cloud-init-seed.ts";
import { readCloudInitReport } from "./read-cloud-init-report.ts";

/**
 * How far cloud-init is in a running container.
 *
 * @throws EngineError
 */
export async function followCloudInit(engine: Engine, container: string, signal: AbortSignal): Promise<BootReport> {
  const report = readCloudInitReport(await engine.exec(container, ["sh", cloudInitProgram, "report"], signal));
  if (report.state !== "ready" || !(await hasSystemStarted(engine, container, signal))) return report;
  const { output } = await engine.exec(container, ["cloud-init", "status", "--long"], signal);
  return { state: "notRun", why: lastLines(output).replaceAll(/\s+/g, " ") };
}
