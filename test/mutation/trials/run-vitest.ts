import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { type Plan, planVariable, type TrialEvent } from "./plan.ts";
import { embeddedOnly } from "./embedded-only.ts";

const root = path.resolve(import.meta.dirname, "../../..");

/** The time limit for Vitest to load the modules, generous for a busy machine. */
const startMs = 180_000;

/** The result of a run of Vitest. */
export interface VitestRun {
  readonly events: readonly TrialEvent[];
  /** The mutant that was being tried when the run stopped responding and was ended. */
  readonly stuck?: { readonly test: string; readonly mutant: number };
  readonly output: string;
}

/** The input of a run of Vitest. */
export interface VitestTask {
  readonly folder: string;
  readonly plan: Omit<Plan, "events">;
  readonly tests: readonly string[];
  /** After this much silence between two trials the run is ended; the limit for the first is {@link startMs}. */
  readonly patienceMs: number;
  readonly onEvent?: (count: number) => void;
  readonly signal: AbortSignal;
}

/** Runs the tests of a plan in a separate process, which is ended if a mutant blocks it. */
export async function runVitest({ folder, plan, tests, patienceMs, onEvent, signal }: VitestTask): Promise<VitestRun> {
  const events = path.join(folder, "events.jsonl");
  const planFile = path.join(folder, "plan.json");
  writeFileSync(events, "");
  writeFileSync(planFile, JSON.stringify({ ...plan, events } satisfies Plan));
  const config = path.join(import.meta.dirname, "vitest.config.ts");
  const child = spawn("npx", ["vitest", "run", "--config", config, "--reporter=dot", ...tests], {
    cwd: root,
    env: embeddedOnly({ [planVariable]: planFile }),
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const end = (): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
  };
  signal.addEventListener("abort", end, { once: true });
  let [size, quietSince, isStuck] = [0, performance.now(), false];
  const watch = setInterval(() => {
    const now = readFileSync(events).length;
    if (now !== size) [size, quietSince] = [now, performance.now()];
    else if (performance.now() - quietSince > (size === 0 ? Math.max(startMs, patienceMs) : patienceMs)) {
      isStuck = true;
      end();
    }
    onEvent?.(readEvents(events).filter(({ type }) => type === "ended").length);
  }, 1_000);
  await new Promise<void>((resolve) =>
    child.once("close", () => {
      resolve();
    }),
  );
  clearInterval(watch);
  signal.removeEventListener("abort", end);
  const noted = readEvents(events);
  const last = noted.at(-1);
  const stuck = isStuck && last?.type === "begun" ? { test: last.test, mutant: last.mutant } : undefined;
  return { events: noted, output, ...(stuck === undefined ? {} : { stuck }) };
}

function readEvents(file: string): TrialEvent[] {
  const lines = readFileSync(file, "utf8").split("\n");
  // The last line may be incomplete.
  return lines.slice(0, -1).map((line) => JSON.parse(line) as TrialEvent);
}
