import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ApiServer } from "@capstan/apiserver";
import { Cluster, labels } from "@capstan/contract";
import { coreCRDs, flowServers } from "@capstan/harness/servers";
import { type Client, createClient, installCRDs, Lease, Namespace } from "@capstan/runtime";
import { RealApiServer } from "@capstan/testkit";
import { expect, test } from "vitest";
import { ShareProcess } from "./parts/share-process.ts";

/** A write of one of the managers, from the server's log. */
interface Write {
  readonly who: string;
  readonly resource: string;
  readonly object: string;
}

interface Server {
  readonly kubeconfig: string;
  readonly writes: () => readonly Write[];
  readonly stop: () => Promise<void>;
}

const writing = new Set(["create", "update", "patch", "delete"]);
const whoOf = (userAgent = ""): string => /^capstan-shares\/(\S+)/.exec(userAgent)?.[1] ?? "";

async function startServer(name: string): Promise<Server> {
  if (name === "embedded") {
    const server = await ApiServer.start();
    const start = server.requests.mark();
    const writes = () =>
      server.requests
        .since(start)
        .filter(({ verb }) => writing.has(verb))
        .map(({ userAgent, resource, namespace, name: object }) => ({
          who: whoOf(userAgent),
          resource,
          object: `${namespace}/${object}`,
        }));
    return { kubeconfig: server.kubeconfig, writes, stop: () => server.close() };
  }
  const server = await RealApiServer.start({ audit: true });
  const writes = () =>
    server
      .auditEntries()
      .filter(({ verb, stage }) => writing.has(verb) && stage === "ResponseComplete")
      .map(({ userAgent, objectRef }) => ({
        who: whoOf(userAgent),
        resource: objectRef?.resource ?? "",
        object: `${objectRef?.namespace ?? ""}/${objectRef?.name ?? ""}`,
      }));
  return { kubeconfig: server.kubeconfig, writes, stop: () => server.stop() };
}

/** The managers that have served each Cluster. */
async function served(client: Client): Promise<Map<string, string[]>> {
  const { items } = await client.list(Cluster);
  const by = ({ metadata: { annotations = {} } }: Cluster): string[] =>
    Object.keys(annotations).flatMap((key) => /^shares\.example\.io\/(.*)/.exec(key)?.[1] ?? []);
  return new Map(items.map((cluster) => [`${cluster.metadata.namespace ?? ""}/${cluster.metadata.name}`, by(cluster)]));
}

async function createClusters(client: Client, namespace: string, count: number, filter?: string): Promise<void> {
  await client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  for (let index = 0; index < count; index += 1) {
    const metadata = {
      name: `c-${index}`,
      namespace,
      ...(filter === undefined ? {} : { labels: { [labels.watchFilter]: filter } }),
    };
    const endpoint = { host: "192.0.2.1", port: 6443 };
    const spec = { controlPlaneEndpoint: endpoint } as Cluster["spec"];
    await client.create(Cluster, { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Cluster", metadata, spec });
  }
}

test.each(flowServers)(
  "three managers share 60 Clusters, on the %s server: one writes each, and a standby takes over a share",
  async (name) => {
    // given three shares, each with a leader, and one with a standby
    await using closing = new AsyncDisposableStack();
    const server = await startServer(name);
    closing.defer(() => server.stop());
    const folder = await mkdtemp(path.join(tmpdir(), "capstan-shares-"));
    closing.defer(() => rm(folder, { recursive: true }));
    const kubeconfig = path.join(folder, "kubeconfig");
    await writeFile(kubeconfig, server.kubeconfig, { mode: 0o600 });
    const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "shares-test/1" });
    closing.defer(() => client.close());
    await installCRDs(client, coreCRDs);
    const start = (who: string, ...flags: readonly string[]): ShareProcess =>
      closing.use(new ShareProcess(who, kubeconfig, flags));
    const blue = start("blue", "--namespace", "blue-*");
    start("green", "--namespace", "green-*");
    start("red", "--watch-filter", "red");
    await expect.poll(() => blue.output).toMatch(/Elected as leader/);
    const standby = start("standby", "--namespace", "blue-*");

    // when 60 Clusters are created
    for (const team of ["a", "b"]) {
      await createClusters(client, `blue-${team}`, 10);
      await createClusters(client, `green-${team}`, 10);
      await createClusters(client, `other-${team}`, 10, "red");
    }
    const isServed = async () => [...(await served(client)).values()].filter((by) => by.length > 0).length;
    await expect.poll(isServed).toBe(60);
    await expect.poll(() => standby.output).toMatch(/The manager is running/);

    // then each has been written only by the manager of its share,
    const owner = (cluster: string): string => (cluster.startsWith("other") ? "red" : (cluster.split("-")[0] ?? ""));
    const wrong = [...(await served(client))].filter(([cluster, by]) => by.join() !== owner(cluster));
    expect(wrong).toEqual([]);
    const ofClusters = () => server.writes().filter(({ who, resource }) => who !== "" && resource === "clusters");
    expect(ofClusters().filter(({ who, object }) => who !== owner(object))).toEqual([]);
    expect(new Set(ofClusters().map(({ object }) => object)).size).toBe(60);
    // and each share has a separate Lease.
    const leases = async () =>
      (await client.list(Lease, { namespace: "default" })).items.filter((each) =>
        each.metadata.name.startsWith("capstan-shares-"),
      );
    expect(await leases()).toHaveLength(3);

    // When one manager is killed, then only its standby serves its share.
    await blue.end("SIGKILL");
    await createClusters(client, "blue-c", 5);
    await createClusters(client, "green-c", 5);
    await expect.poll(isServed).toBe(70);
    const late = [...(await served(client))].filter(([cluster]) => cluster.includes("-c/"));
    expect(late.filter(([cluster, by]) => by.join() !== (cluster.startsWith("blue") ? "standby" : "green"))).toEqual(
      [],
    );
    expect(await leases()).toHaveLength(3);
  },
);
