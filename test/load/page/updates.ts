// npm run bench -- page-server
import process from "node:process";
import { ApiServer } from "@capstan/apiserver";
import { Cluster, coreCRDs, type KubernetesObject, Machine, type ResourceKind } from "@capstan/contract";
import { optionsOf, script, wholeNumber } from "@capstan/harness/script";
import { createClient, installCRDs } from "@capstan/runtime";
import { KubeadmConfig, MockCluster, MockMachine } from "@capstan/testkit";
import { Page } from "../../../packages/cli/src/page/page.ts";
import { PageServer } from "../../../packages/cli/src/page/page-server.ts";
import { PageReader } from "../../../packages/cli/test/page/page-reader.ts";

const command = script(
  "Prints the time from a write on the API server until the web page's server sends the update, and the time of a snapshot. Needs no browser; " +
    "`npm run bench -- page` uses one.",
)
  .option("--machines <number>", "Machines of the Cluster", wholeNumber(1), 2000)
  .option("--updates <number>", "updates of Machines", wholeNumber(1), 50);
const { machines, updates } = optionsOf(command);

await using server = await ApiServer.start();
const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "bench/1" });
await installCRDs(client, [...coreCRDs, ...MockCluster.crds, ...MockMachine.crds, ...KubeadmConfig.crds]);

const namespace = "default";
const apiVersionOf = ({ group, version }: ResourceKind): string => [group, version].join("/");
function object(kind: ResourceKind, name: string, spec: object): KubernetesObject {
  return { apiVersion: apiVersionOf(kind), kind: kind.kind, metadata: { name, namespace }, spec } as KubernetesObject;
}

async function createMachine(name: string): Promise<void> {
  const { group: infrastructureGroup } = MockMachine.kind;
  const { group: bootstrapGroup } = KubeadmConfig.kind;
  await client.create(KubeadmConfig.kind, object(KubeadmConfig.kind, name, { format: "cloud-config" }) as never);
  await client.create(MockMachine.kind, object(MockMachine.kind, name, {}) as never);
  const spec = {
    clusterName: "c1",
    bootstrap: { configRef: { apiGroup: bootstrapGroup, kind: "KubeadmConfig", name } },
    infrastructureRef: { apiGroup: infrastructureGroup, kind: "MockMachine", name },
  };
  await client.create(Machine, object(Machine, name, spec) as Machine);
}

await client.create(
  Cluster,
  object(Cluster, "c1", { controlPlaneEndpoint: { host: "c1.example.com", port: 6443 } }) as Cluster,
);
const names = Array.from({ length: machines }, (_, index) => `w-${index}`);
const queue = [...names];
await Promise.all(
  Array.from({ length: 16 }, async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) await createMachine(name);
  }),
);

const shown = { command: "demo", project: "bench", server: { url: server.url, kubeconfig: "" }, client, faults: [] };
await using page = await Page.start(shown);
await using serving = await PageServer.start(page, { files: new Map() });

const openedMs = performance.now();
await using reader = await PageReader.open(serving.url);
await reader.until(({ rows }) => rows.length === 3 * machines + 1);
const firstMs = performance.now() - openedMs;
const again = performance.now();
await (await PageReader.open(serving.url))[Symbol.asyncDispose]();
const snapshotMs = performance.now() - again;
const bytes = Buffer.byteLength(JSON.stringify(page.snapshot()));

const writtenMs = new Map<string, number>();
server.follow({ group: Machine.group, plural: "machines" }, ({ object: { metadata } }) => {
  writtenMs.set(metadata.name, performance.now());
});
const tookMs: number[] = [];
const usedBefore = process.cpuUsage();
for (let update = 0; update < updates; update += 1) {
  const name = names[(update * 37) % machines] ?? "";
  const phase = update % 2 === 0 ? "Provisioning" : "Running";
  const seen = reader.until(({ rows }) =>
    rows.some((row) => row.name === name && row.kind === "Machine" && row.phase === phase),
  );
  const body = { status: { phase } };
  await client.patch(Machine, { name, namespace }, { type: "merge", body }, { subresource: "status" });
  await seen;
  tookMs.push(performance.now() - (writtenMs.get(name) ?? 0));
}
const used = process.cpuUsage(usedBefore);
const cpuMs = (used.user + used.system) / 1_000 / updates;
tookMs.sort((one, two) => one - two);
const at = (share: number): string => (tookMs[Math.floor(share * (tookMs.length - 1))] ?? 0).toFixed(1);
process.stdout.write(
  `${machines} Machines, ${updates} updates: on the stream ${at(0.5)} ms after the write (median), ${at(0.95)} (95 %), ${at(1)} (worst), for ${cpuMs.toFixed(1)} ms of processor time each in all of it, API server and reader included; ` +
    `all rows ${firstMs.toFixed(0)} ms after the page was opened, a further snapshot ${snapshotMs.toFixed(0)} ms, ${(bytes / 1024).toFixed(0)} KiB before gzip\n`,
);
await client.close();
