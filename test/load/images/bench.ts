/**
 * `npm run bench:images -- --workers 50`: what the programs of the images take to start, and hold with nothing to do; then the core's peak
 * memory while it brings so many workers up and down. `--peer go` runs the Go managers on the real server after ours.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { systemClock } from "@capstan/runtime";
import { imagePrograms } from "../../../build/images/programs.ts";
import { type managerCommands, ManagerProcess } from "../../e2e/manager-process.ts";
import { runCourse } from "../machines/bench/course.ts";
import { usageOf } from "../machines/bench/process-usage.ts";
import { startServer } from "../machines/bench/server.ts";

const idleMs = 10_000;
const repetitions = 5;

/** How long a program takes to print its help: the shortest, since other work on the machine only makes it longer. */
async function helpMs(name: keyof typeof managerCommands): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < repetitions; count += 1) {
    const begun = performance.now();
    await using program = new ManagerProcess(name, ["--help"], { from: "images" });
    await program.ended();
    times.push(performance.now() - begun);
  }
  return Math.round(Math.min(...times));
}

async function startAndIdle(): Promise<void> {
  await using closing = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "capstan-bench-images-"));
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  const server = closing.use(await startServer("embedded"));
  const kubeconfig = path.join(folder, "kubeconfig");
  await writeFile(kubeconfig, server.kubeconfig, { mode: 0o600 });
  const rows = [];
  for (const { name, flags } of imagePrograms) {
    const printsHelpMs = await helpMs(name);
    const argv = ["--kubeconfig", kubeconfig, "--install", ...flags];
    const start = async () => {
      const begun = performance.now();
      const manager = new ManagerProcess(name, argv, { from: "images" });
      await manager.prints(/The manager runs/);
      return { manager, ms: Math.round(performance.now() - begun) };
    };
    const first = await start();
    await first.manager[Symbol.asyncDispose]();
    const again = await start();
    const manager = closing.use(again.manager);
    rows.push({ name, manager, installsMs: first.ms, runsMs: again.ms, printsHelpMs });
  }
  await systemClock.sleep(idleMs);
  for (const { name, manager, installsMs, runsMs, printsHelpMs } of rows) {
    const idle = Math.round(usageOf(manager.pid).rssMiB);
    process.stdout.write(
      `${name}: help in ${printsHelpMs} ms, it runs in ${runsMs} ms, with CRDs to install in ${installsMs}, ${idle} MiB RSS idle\n`,
    );
  }
}

const { values } = parseArgs({ options: { workers: { type: "string", default: "50" }, peer: { type: "string" } } });
await startAndIdle();
for (const peer of values.peer === "go" ? (["capstan", "go"] as const) : (["capstan"] as const)) {
  const { peakRssMiB } = await runCourse({
    peer,
    from: "images",
    workers: Number(values.workers),
    server: values.peer === "go" ? "real" : "embedded",
    idleSeconds: 1,
    timeoutSeconds: 600,
    progress: (message) => process.stderr.write(`${message}\n`),
  });
  process.stdout.write(`${peer}, ${values.workers} workers, peak RSS in MiB: ${JSON.stringify(peakRssMiB)}\n`);
}
