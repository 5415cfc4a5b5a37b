import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Cluster } from "@capstan/contract";
import { createClient, systemClock } from "@capstan/runtime";
import { applyYAML } from "@capstan/testkit";
import { workersManifest } from "../workers/workers-manifest.ts";
import { type Peer, startManagers } from "./managers.ts";
import { Meter, type StageCost } from "./meter.ts";
import { MachineObserver, type MachineTimes } from "./observer.ts";
import { type BenchServerName, startServer } from "./server.ts";

export interface CourseOptions {
  readonly peer: Peer;
  /** How Capstan's managers are run. */
  readonly from: "packages" | "images";
  readonly server: BenchServerName;
  readonly workers: number;
  readonly idleSeconds: number;
  readonly timeoutSeconds: number;
  readonly progress: (message: string) => void;
}

/** The results with one number of workers. */
export interface CourseResult {
  readonly peer: Peer;
  readonly server: BenchServerName;
  readonly workers: number;
  readonly secondsTo: MachineTimes & { readonly deleted: number };
  /** From the first request to the last request caused by it. */
  readonly up: StageCost;
  readonly idle: StageCost;
  readonly deletion: StageCost;
  readonly peakRssMiB: Readonly<Record<string, number>>;
}

const namespace = "default";
const cluster = "bench";
const pollMs = 100;

/** Creates and deletes one control plane Machine and this many workers, on separate servers and managers. */
export async function runCourse(options: CourseOptions): Promise<CourseResult> {
  const { peer, server: name, workers, progress } = options;
  await using closing = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "capstan-bench-"));
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  progress(`${peer}, ${workers} workers: starting the ${name} API server and the managers`);
  const server = closing.use(await startServer(name, { rbac: peer === "go" }));
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "capstan-bench" });
  closing.defer(() => client.close());
  const managers = await startManagers(peer, { from: options.from, server, client, folder, closing });
  const meter = new Meter(server, managers);
  const observer = closing.use(await MachineObserver.start(client, namespace));
  const signal = AbortSignal.timeout(options.timeoutSeconds * 1_000);
  await meter.rest(signal);

  const begun = await meter.begin();
  observer.begin();
  await applyYAML(client, workersManifest({ cluster, replicas: workers }));
  const times = await observer.allRunning(workers + 1, signal, (running) => {
    progress(`${running} of ${workers + 1} Machines Running`);
  });
  await meter.rest(signal);
  const up = await meter.end(begun);
  const idling = await meter.begin();
  await systemClock.sleep(options.idleSeconds * 1_000, signal);
  const idle = await meter.end(idling);

  progress("deleting");
  const deleting = await meter.begin();
  await client.delete(Cluster, { name: cluster, namespace });
  while ((await observer.remaining(Cluster)) > 0) await systemClock.sleep(pollMs, signal);
  const deleted = (performance.now() - deleting.atMs) / 1_000;
  for (const kind of observer.mustGo) {
    while ((await observer.remaining(kind)) > 0) await systemClock.sleep(pollMs, signal);
  }
  await meter.rest(signal);
  const deletion = await meter.end(deleting);
  const peakRssMiB = meter.peakRssMiB();
  return { peer, server: name, workers, secondsTo: { ...times, deleted }, up, idle, deletion, peakRssMiB };
}
