// npm run bench -- tenants
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Cluster, MachineDeployment } from "@capstan/contract";
import { jsonOption, optionsOf, type OptionsOf, script, wholeNumber } from "@capstan/harness/script";
import { type Client, createClient, Namespace, requestPath } from "@capstan/runtime";
import { applyYAML } from "@capstan/testkit";
import { startManagers } from "./machines/bench/managers.ts";
import { MachineObserver } from "./machines/bench/observer.ts";
import { startServer } from "./machines/bench/server.ts";
import { workersManifest } from "./machines/workers/workers-manifest.ts";

const command = script(
  "Creates a tenant's Cluster of one control plane Machine and two workers: undisturbed, alongside a tenant whose objects are stuck, and " +
    "alongside a tenant who requests very many Machines. Prints the times.",
  "The embedded server and every manager run in separate processes.",
)
  .option("--stuck <number>", "objects of the other tenant whose requests never get a response", wholeNumber(0), 1_000)
  .option("--wished <number>", "replicas of the other tenant", wholeNumber(0), 200_000)
  .option("--rounds <number>", "Clusters in each situation, created one after the other", wholeNumber(1), 3)
  .option("--timeout <seconds>", "timeout of a Cluster", wholeNumber(1), 300)
  .option(...jsonOption);

type Flags = OptionsOf<typeof command>;
type Situation = "undisturbed" | "stuck" | "wished";

const evil = "evil";
const settlingMs = 3_000;

/** Seconds until all Machines of each of the Clusters run. */
async function measure(situation: Situation, flags: Flags): Promise<readonly number[]> {
  await using closing = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "capstan-tenants-"));
  closing.defer(() => rm(folder, { recursive: true, force: true }));
  const server = closing.use(await startServer("embedded"));
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "capstan-bench" });
  closing.defer(() => client.close());
  await startManagers("capstan", { from: "sources", server, client, folder, closing, coreFlags: [] });
  await createNamespace(client, evil);
  if (situation === "stuck") await stick(client, flags.stuck);
  if (situation === "wished") await wish(client, flags.wished);
  const seconds: number[] = [];
  for (let round = 0; round < flags.rounds; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, settlingMs));
    seconds.push(await bringUp(client, `victim-${round}`, flags.timeout));
    process.stderr.write(`${situation}: ${seconds.at(-1)?.toFixed(1) ?? ""} s\n`);
  }
  return seconds;
}

async function bringUp(client: Client, namespace: string, timeoutSeconds: number): Promise<number> {
  await createNamespace(client, namespace);
  await using observer = await MachineObserver.start(client, namespace);
  observer.begin();
  await applyYAML(client, inNamespace(namespace, workersManifest({ cluster: "c", replicas: 2 })));
  const signal = AbortSignal.timeout(timeoutSeconds * 1_000);
  try {
    return (await observer.allRunning(3, signal, () => undefined)).allRunning;
  } catch (error) {
    if (!signal.aborted) throw error;
    return Infinity;
  }
}

/** Configs whose requests get no response, each with a Cluster that waits for it. */
async function stick(client: Client, count: number): Promise<void> {
  for (const product of ["capstan-core", "capstan-bootstrap-kubeadm", "capstan-infrastructure-mock"]) {
    const verbs = ["get", "create", "update", "patch", "delete"];
    const fault = { type: "silence", when: "before", on: { namespace: evil, product, verbs } };
    await client.request("POST", requestPath`/capstan/faults`, fault);
  }
  await applyYAML(client, inNamespace(evil, workersManifest({ cluster: "c", replicas: 0 })));
  for (let index = 0; index < count; index += 1) {
    const name = `stuck-${index}`;
    await client.create(Cluster, {
      apiVersion: "cluster.x-k8s.io/v1beta2",
      kind: "Cluster",
      metadata: { name, namespace: evil },
      spec: { controlPlaneEndpoint: { host: "10.0.0.1", port: 6443 } },
    });
    await applyYAML(client, inNamespace(evil, stuckMachine(name)));
  }
}

function stuckMachine(name: string): string {
  return `
apiVersion: bootstrap.cluster.x-k8s.io/v1beta2
kind: KubeadmConfig
metadata: { name: ${name} }
---
apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
kind: MockMachine
metadata: { name: ${name} }
spec: {}
---
apiVersion: cluster.x-k8s.io/v1beta2
kind: Machine
metadata:
  name: ${name}
  labels: { cluster.x-k8s.io/cluster-name: c }
spec:
  clusterName: c
  version: v1.36.0
  bootstrap: { configRef: { apiGroup: bootstrap.cluster.x-k8s.io, kind: KubeadmConfig, name: ${name} } }
  infrastructureRef: { apiGroup: infrastructure.cluster.x-k8s.io, kind: MockMachine, name: ${name} }
`;
}

async function wish(client: Client, replicas: number): Promise<void> {
  await applyYAML(client, inNamespace(evil, workersManifest({ cluster: "c", replicas: 1 })));
  await using observer = await MachineObserver.start(client, evil);
  await observer.allRunning(2, AbortSignal.timeout(60_000), () => undefined);
  await client.patch(
    MachineDeployment,
    { namespace: evil, name: "md" },
    { type: "merge", body: { spec: { replicas } } },
  );
}

function inNamespace(namespace: string, manifest: string): string {
  return manifest
    .replace(/^metadata: \{ /gm, `metadata: { namespace: ${namespace}, `)
    .replace(/^metadata:\n/gm, `metadata:\n  namespace: ${namespace}\n`);
}

async function createNamespace(client: Client, name: string): Promise<void> {
  await client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name } });
}

const flags = optionsOf(command);
const situations: readonly Situation[] = ["undisturbed", "stuck", "wished"];
for (const situation of situations) {
  const seconds = await measure(situation, flags);
  const line = flags.json
    ? JSON.stringify({ situation, seconds })
    : `${situation}: ${seconds.map((each) => each.toFixed(1)).join(", ")} s`;
  process.stdout.write(`${line}\n`);
}
