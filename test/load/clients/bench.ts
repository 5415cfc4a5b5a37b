// npm run bench -- clients
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { type Conditions, conditionsOf } from "./conditions.ts";
import { courses } from "./courses/courses.ts";
import type { Figures } from "./courses/figures.ts";
import { type Flags, readFlags } from "./flags.ts";
import { makeReady, type Peer } from "./peers/peers.ts";
import { type Result, rowsOf, tableOf } from "./report.ts";
import { startServer } from "./servers/start-server.ts";
import { World } from "./world/world.ts";

interface Report {
  readonly conditions: Conditions;
  /** The reasons why some peers were not measured, by name. */
  readonly skipped: Readonly<Record<string, string>>;
  readonly repeat: number;
  readonly courses: readonly Result[];
}

async function measure(name: string, flags: Flags, present: readonly Peer[], tools: string) {
  const course = courses.get(name);
  if (course === undefined) throw new Error(`There is no course ${name}.`);
  await using world = await World.on(await startServer(flags.server, course.needs ?? {}), tools);
  const conditions = await conditionsOf(world.client, present);
  const runs = new Map<Peer, Figures[]>(present.map((peer) => [peer, []]));
  const note = (peer: Peer, figures: Figures): void => {
    runs.get(peer)?.push(figures);
    process.stderr.write(`${name} ${peer.name} ${JSON.stringify(figures)}\n`);
  };
  const run = await course.prepare(world, flags);
  for (let time = 0; time < flags.repeat; time += 1) {
    // Rotated, so that no peer always follows the same other peer.
    await run(time % 2 === 0 ? present : present.toReversed(), note);
  }
  return { conditions, result: { course: name, title: course.title(flags), rows: rowsOf(runs) } };
}

async function measureAll(flags: Flags, tools: string): Promise<Report> {
  const reasons = makeReady(flags.peers, tools);
  for (const [{ name }, reason] of reasons) process.stderr.write(`Skipped ${name}: ${reason}\n`);
  const present = flags.peers.filter((peer) => !reasons.has(peer));
  if (present.length === 0) throw new Error("No peer can run here; nothing was measured.");
  const skipped = Object.fromEntries([...reasons].map(([{ name }, reason]) => [name, reason]));
  let report: Report | undefined;
  for (const name of flags.only) {
    const { conditions, result } = await measure(name, flags, present, tools);
    report = { conditions, ...report, skipped, repeat: flags.repeat, courses: [...(report?.courses ?? []), result] };
    if (flags.output !== undefined) await keep(report, flags.output);
  }
  if (report === undefined) throw new Error("There was no course; nothing was measured.");
  return report;
}

async function keep(report: Report, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "clients.md"), markdown(report));
  await writeFile(path.join(folder, "clients.json"), `${JSON.stringify(report, undefined, 2)}\n`);
}

function markdown({ conditions, skipped, repeat, courses: results }: Report): string {
  const { date, machine, load, versions } = conditions;
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const missing = Object.entries(skipped).map(([name, reason]) => `Not measured: ${name}. ${reason}\n\n`);
  const tables = results.map(({ title, rows }) => `\n### ${title}\n\n${tableOf(rows)}`);
  return (
    `${date}, ${machine}, load average ${load.toFixed(1)} at the beginning; ${named.join(", ")}.\n\n${missing.join("")}` +
    `Medians of ${repeat} runs, of mistakes the most; in brackets: divided by controller-runtime.\n${tables.join("")}`
  );
}

async function main(): Promise<void> {
  const flags = readFlags();
  if (flags.server === "real" && process.env.KUBEBUILDER_ASSETS === undefined) {
    throw new Error("Set KUBEBUILDER_ASSETS; nothing was measured.");
  }
  const tools = await mkdtemp(path.join(tmpdir(), "capstan-clients-tools-"));
  try {
    const report = await measureAll(flags, tools);
    process.stdout.write(flags.json ? `${JSON.stringify(report)}\n` : markdown(report));
  } finally {
    await rm(tools, { recursive: true, force: true });
  }
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
