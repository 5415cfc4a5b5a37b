import { writeFile } from "node:fs/promises";
import path from "node:path";
import { type Client, installCRDs } from "@capstan/runtime";
import { upstreamCRDs } from "@capstan/testkit";
import { ManagerProcess } from "../../e2e/manager-process.ts";
import { startGoBootstrapManager } from "@capstan/harness/go";
import { Meter, type StageCost } from "../machines/bench/meter.ts";
import { childProcesses } from "../machines/bench/process-usage.ts";
import { type ServedRequests, requestsBetween } from "../machines/bench/served-requests.ts";
import type { BenchServer } from "../machines/bench/server.ts";
import { Backlog } from "./backlog.ts";

/** The name of each manager's process, which is also the product in its User-Agent. */
const peers = { go: "kubeadm-bootstrap-manager", capstan: "capstan-bootstrap-kubeadm" } as const;
export type Peer = keyof typeof peers;

const lastLines = 20;

/** The cost of a manager for its backlog. */
export interface PeerResult {
  readonly peer: Peer;
  /** From the creation of the Cluster to the last KubeadmConfig that reports its data. */
  readonly seconds: number;
  /** From then until the last request. */
  readonly cost: StageCost;
  /** Its requests to the workload cluster. */
  readonly workloadRequests: readonly ServedRequests[];
  readonly peakRssMiB: number;
}

/** The servers of a bench: one with the backlogs of both managers, and the workload cluster of both. */
export interface Scene {
  readonly management: BenchServer;
  readonly workload: BenchServer;
  readonly client: Client;
  readonly folder: string;
  readonly closing: AsyncDisposableStack;
}

/** A running manager. */
export interface RunningPeer {
  readonly pid: number;
  /** Its last log lines, for the message of a failed bench. */
  readonly lastLogs: () => string;
}

/** Starts both managers, each for the namespace of its name: the webhooks of one manager are called for the objects of both. */
export async function startPeers(scene: Scene): Promise<Readonly<Record<Peer, RunningPeer>>> {
  const { management, client, folder, closing } = scene;
  if (management.real === undefined) throw new Error("the Go manager needs the real API server");
  await installCRDs(client, [...upstreamCRDs("core"), ...upstreamCRDs("bootstrap"), ...upstreamCRDs("controlplane")], {
    timeoutMs: 120_000,
  });
  const go = closing.use(await startGoBootstrapManager(management.real, "go"));
  const kubeconfig = path.join(folder, "kubeconfig");
  await writeFile(kubeconfig, management.kubeconfig, { mode: 0o600 });
  const own = closing.use(new ManagerProcess(peers.capstan, ["--kubeconfig", kubeconfig, "--namespace", "capstan"]));
  await own.prints(/The manager is running/);
  return {
    go: { pid: childProcesses().get(peers.go) ?? 0, lastLogs: () => go.logs.slice(-lastLines).join("\n") },
    capstan: { pid: own.pid, lastLogs: () => own.output.split("\n").slice(-lastLines).join("\n") },
  };
}

/** Lets one manager serve its backlog while the other is idle. */
export async function runPeer(
  scene: Scene,
  peer: Peer,
  { pid, lastLogs }: RunningPeer,
  options: { readonly machines: number; readonly timeoutMs: number; readonly progress: (message: string) => void },
): Promise<PeerResult> {
  const { machines, timeoutMs, progress } = options;
  const { management, workload, client } = scene;
  progress(`${peer}: making ${machines} Machines with their KubeadmConfigs`);
  const backlog = await Backlog.create(client, peer, { machines, kubeconfig: workload.kubeconfig });
  await backlog.rest();
  const meter = new Meter(management, { processes: new Map([[peers[peer], pid]]), userAgents: [peers[peer]] });
  const workloadBefore = await workload.requests();
  const begun = await meter.begin();
  await backlog.release();
  try {
    await backlog.served(AbortSignal.timeout(timeoutMs), (served) => {
      progress(`${peer}: ${served} of ${machines} served`);
    });
  } catch (cause) {
    throw new Error(`${peer} is not done; its last lines:\n${lastLogs()}`, { cause });
  }
  const seconds = (performance.now() - begun.atMs) / 1_000;
  await backlog.rest();
  const cost = await meter.end(begun);
  const workloadRequests = requestsBetween(workloadBefore, await workload.requests());
  return { peer, seconds, cost, workloadRequests, peakRssMiB: meter.peakRssMiB()[peers[peer]] ?? 0 };
}
