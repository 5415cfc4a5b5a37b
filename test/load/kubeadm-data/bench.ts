// npm run bench -- kubeadm
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { jsonOption, oneOf, optionsOf, type OptionsOf, script, wholeNumber } from "@capstan/harness/script";
import { createClient } from "@capstan/runtime";
import { startServer } from "../machines/bench/server.ts";
import { type Peer, runPeer, startPeers } from "./course.ts";
import { figuresOf, type PeerFigures, ratiosOf, renderFigures } from "./figures.ts";

const command = script(
  "Runs the Go and the Capstan kubeadm bootstrap manager, one after the other on the same real API server. Each generates the bootstrap data of " +
    "the same number of worker Machines; prints the cost.",
  "Needs KUBEBUILDER_ASSETS and CAPSTAN_CLUSTER_API_ASSETS.",
)
  .option("--machines <number>", "worker Machines for each manager", wholeNumber(1), 1000)
  .option("--first <name>", "go or capstan; the second manager runs on a fuller server", oneOf(["go", "capstan"]), "go")
  .option("--timeout <seconds>", "timeout of a manager", wholeNumber(1), 600)
  .option(...jsonOption);

async function bench({ machines, first, timeout }: OptionsOf<typeof command>): Promise<readonly PeerFigures[]> {
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
      timeoutMs: timeout * 1_000,
      progress: (message) => process.stderr.write(`${message}\n`),
    });
    figures.push(figuresOf(result, machines));
  }
  return figures;
}

const flags = optionsOf(command);
const all = await bench(flags);
const [ours, theirs] = (["capstan", "go"] as const).map((peer) => all.find((figures) => figures.peer === peer));
const ratios = ours === undefined || theirs === undefined ? {} : ratiosOf(ours, theirs);
process.stdout.write(
  flags.json
    ? `${JSON.stringify({ managers: all, capstanToGo: ratios })}\n`
    : `${renderFigures(all)}\nCapstan to Go: ${JSON.stringify(ratios)}\n`,
);
