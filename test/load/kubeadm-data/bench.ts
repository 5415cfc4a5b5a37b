/**
 * `npm run bench:kubeadm -- --machines 1000`: lets the Go kubeadm bootstrap manager and ours make the bootstrap data of a given number of
 * worker Machines each, one after the other on the same real API server, and prints what that cost. Needs KUBEBUILDER_ASSETS and
 * CAPSTAN_CLUSTER_API_ASSETS.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { createClient } from "@capstan/runtime";
import { startServer } from "../machines/bench/server.ts";
import { type Peer, runPeer, startPeers } from "./course.ts";
import { figuresOf, type PeerFigures, ratiosOf, renderFigures } from "./figures.ts";

interface Flags {
  readonly machines: number;
  /** Which manager goes first: the other finds a server with more in it. */
  readonly first: Peer;
  /** How long a manager may take for its backlog. */
  readonly timeoutSeconds: number;
  readonly json: boolean;
}

/** @throws Error a flag that is not known, or cannot be understood. */
function readFlags(): Flags {
  const { values } = parseArgs({
    options: {
      machines: { type: "string", default: "1000" },
      first: { type: "string", default: "go" },
      timeout: { type: "string", default: "600" },
      json: { type: "boolean", default: false },
    },
  });
  const { first, json } = values;
  if (first !== "go" && first !== "capstan") throw new Error("--first is go or capstan.");
  const [machines, timeoutSeconds] = [Number(values.machines), Number(values.timeout)];
  if (!(Number.isInteger(machines) && machines > 0)) throw new Error("--machines takes a whole number from 1.");
  if (!(Number.isInteger(timeoutSeconds) && timeoutSeconds > 0))
    throw new Error("--timeout takes whole seconds from 1.");
  return { machines, first, timeoutSeconds, json };
}

async function bench({ machines, first, timeoutSeconds }: Flags): Promise<readonly PeerFigures[]> {
  await using closing = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "capstan-kubeadm-bench-"));
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  const management = closing.use(await startServer("real"));
  const workload = closing.use(await startServer("embedded"));
  const client = createClient({ kubeconfig: management.kubeconfig, userAgent: "capstan-bench" });
  closing.defer(() => client.close());
  const scene = { management, workload, client, folder, closing };
  const running = await startPeers(scene);
  const order: readonly Peer[] = first === "go" ? ["go", "capstan"] : ["capstan", "go"];
  const figures: PeerFigures[] = [];
  for (const peer of order) {
    const result = await runPeer(scene, peer, running[peer], {
      machines,
      timeoutMs: timeoutSeconds * 1_000,
      progress: (message) => process.stderr.write(`${message}\n`),
    });
    figures.push(figuresOf(result, machines));
  }
  return figures;
}

const flags = readFlags();
const all = await bench(flags);
const [ours, theirs] = (["capstan", "go"] as const).map((peer) => all.find((figures) => figures.peer === peer));
const ratios = ours === undefined || theirs === undefined ? {} : ratiosOf(ours, theirs);
process.stdout.write(
  flags.json
    ? `${JSON.stringify({ managers: all, capstanToGo: ratios })}\n`
    : `${renderFigures(all)}\nCapstan to Go: ${JSON.stringify(ratios)}\n`,
);
