/**
 * `npm run bench:clients`: lets the runtime, controller-runtime and other client libraries read and follow the same ConfigMaps of the
 * same real API server, each in a process of its own, and prints what that cost. Needs KUBEBUILDER_ASSETS.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { Course, type Figures, type Sizes } from "./courses.ts";
import { buildGoPeers, type Peer, peers } from "./peers.ts";
import { type Row, rowsOf, tableOf } from "./report.ts";

const help = `npm run bench:clients -- [options]

  --only <courses>   of sync, events, burst, outage; default: all, separated by commas
  --peers <names>    ${peers.map(({ name }) => name).join(", ")}; default: all
  --objects <n>      objects of the first read, default 10000
  --updates <n>      changes of the steady course, default 5000
  --repeat <n>       medians of this many runs, default 3
  --json             print JSON
  --help             print this

Needs KUBEBUILDER_ASSETS, a folder with etcd and kube-apiserver, and Go for controller-runtime.
`;

const titles = {
  sync: "The first read",
  events: "500 changes a second",
  burst: "1,400 changes at once",
  outage: "After the API server was killed and was away for 12 to 15 s",
} as const;
type CourseName = keyof typeof titles;

interface Flags extends Sizes {
  readonly only: readonly CourseName[];
  readonly peers: readonly Peer[];
  readonly repeat: number;
  readonly json: boolean;
}

/** @throws Error a flag that is not known, or cannot be understood. */
function readFlags(): Flags | "help" {
  const { values } = parseArgs({
    options: {
      only: { type: "string", default: Object.keys(titles).join(",") },
      peers: { type: "string", default: peers.map(({ name }) => name).join(",") },
      objects: { type: "string", default: "10000" },
      updates: { type: "string", default: "5000" },
      repeat: { type: "string", default: "3" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return "help";
  const only = values.only.split(",").map((name) => {
    if (!(name in titles)) throw new Error(`--only does not know ${name}.`);
    return name as CourseName;
  });
  const chosen = values.peers.split(",").map((name) => {
    const peer = peers.find((each) => each.name === name);
    if (peer === undefined) throw new Error(`--peers does not know ${name}.`);
    return peer;
  });
  const [objects = 0, updates = 0, repeat = 0] = [values.objects, values.updates, values.repeat].map(Number);
  for (const [name, value] of Object.entries({ objects, updates, repeat })) {
    if (!(Number.isInteger(value) && value > 0)) throw new Error(`--${name} takes a whole number from 1.`);
  }
  return { only, peers: chosen, objects, updates, repeat, json: values.json };
}

async function run(flags: Flags, present: readonly Peer[], goBinary: string): Promise<Map<CourseName, Row[]>> {
  await using course = await Course.start(goBinary, flags);
  const results = new Map<CourseName, Row[]>();
  for (const name of flags.only) {
    const runs = new Map<Peer, Figures[]>(present.map((peer) => [peer, []]));
    const note = (peer: Peer, figures: Figures): void => {
      runs.get(peer)?.push(figures);
      process.stderr.write(`${name} ${peer.name} ${JSON.stringify(figures)}\n`);
    };
    for (let time = 0; time < flags.repeat; time += 1) {
      // In turns, so that no one always comes after the same other.
      const order = time % 2 === 0 ? present : present.toReversed();
      if (name === "outage") for (const [peer, figures] of await course.outage(order)) note(peer, figures);
      else for (const peer of order) note(peer, await course[name](peer, flags));
    }
    results.set(name, rowsOf(runs));
  }
  return results;
}

async function main(): Promise<void> {
  const flags = readFlags();
  if (flags === "help") {
    process.stdout.write(help);
    return;
  }
  if (process.env.KUBEBUILDER_ASSETS === undefined) throw new Error("Set KUBEBUILDER_ASSETS; nothing was measured.");
  const folder = await mkdtemp(path.join(tmpdir(), "capstan-clients-go-"));
  try {
    const goBinary = path.join(folder, "peer");
    const whyNoGo = flags.peers.some(({ isGo }) => isGo) ? buildGoPeers(goBinary) : undefined;
    const skipped = flags.peers.filter(({ isGo }) => isGo && whyNoGo !== undefined);
    for (const { name } of skipped) process.stderr.write(`Skipped ${name}: ${whyNoGo ?? ""}\n`);
    const present = flags.peers.filter((peer) => !skipped.includes(peer));
    if (present.length === 0) throw new Error("No peer can run here; nothing was measured.");
    const results = await run(flags, present, goBinary);
    const machine = `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}, Node ${process.versions.node}`;
    if (flags.json) {
      const courses = Object.fromEntries(results);
      process.stdout.write(`${JSON.stringify({ machine, skipped: skipped.map(({ name }) => name), courses })}\n`);
      return;
    }
    process.stdout.write(
      `${machine}, ${new Date().toISOString().slice(0, 10)}; in brackets: divided by controller-runtime\n\n`,
    );
    for (const [name, rows] of results) process.stdout.write(`${tableOf(titles[name], rows)}\n`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
