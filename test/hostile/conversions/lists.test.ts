import { patienceMs } from "@capstan/harness/patience";
import { Cluster, ClusterV1Beta1 } from "@capstan/contract";
import { annotationBytes, mostAnnotationBytes } from "@capstan/kube";
import { type Client, createClient, CustomResourceDefinition, isInvalid, Namespace } from "@capstan/runtime";
import { describe, expect, test, vi } from "vitest";
import { servers, startProgram, startServer } from "../../../packages/core-controllers/test/api/core-program.ts";

const annotation = "cluster.x-k8s.io/conversion-data";
const namespaces = { victim: "victim", tenant: "tenant" };

/** A management cluster whose core converts Clusters, with the namespaces of a tenant and of another one. */
async function startShared(name: string) {
  const closing = new AsyncDisposableStack();
  const server = closing.use(await startServer(name));
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1" });
  closing.defer(() => client.close());
  closing.use(await startProgram(server));
  await vi.waitUntil(() => isConverted(client), { timeout: patienceMs, interval: 200 });
  for (const namespace of Object.values(namespaces))
    await client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  return { client, [Symbol.asyncDispose]: () => closing.disposeAsync() };
}

async function isConverted(client: Client): Promise<boolean> {
  try {
    const crd = await client.get(CustomResourceDefinition, { name: "clusters.cluster.x-k8s.io" });
    if ((crd.spec as { conversion?: { strategy: string } }).conversion?.strategy !== "Webhook") return false;
    await client.list(ClusterV1Beta1);
    return true;
  } catch {
    return false;
  }
}

/** A Cluster with a reference that has no place in v1beta1, because the CRD of its kind is missing: it must be kept in an annotation. */
function cluster(name: string, namespace: string, annotations?: Record<string, string>) {
  const infrastructureRef = { apiGroup: "example.com", kind: "FooCluster", name: "c".repeat(200) };
  return {
    apiVersion: "cluster.x-k8s.io/v1beta2" as const,
    kind: "Cluster" as const,
    metadata: { name, namespace, ...(annotations === undefined ? {} : { annotations }) },
    spec: { paused: true, infrastructureRef },
  };
}

describe.each(servers)("on the %s server", (name) => {
  test("lists succeed although a tenant's annotations leave no room for the kept values", async () => {
    await using shared = await startShared(name);
    const { client } = shared;
    // given
    const note = { note: "x".repeat(mostAnnotationBytes - 100) };
    await client.create(Cluster, cluster("quiet", namespaces.victim));
    await client.create(Cluster, cluster("full", namespaces.tenant, note));

    // when
    const { items } = await client.list(ClusterV1Beta1);

    // then
    const found = new Map(items.map(({ metadata }) => [metadata.name, metadata.annotations ?? {}]));
    expect([...found.keys()].sort()).toEqual(["full", "quiet"]);
    expect(Object.keys(found.get("quiet") ?? {})).toEqual([annotation]);
    expect(found.get("full")).toEqual(note);
    expect(annotationBytes(found.get("full") ?? {})).toBeLessThanOrEqual(mostAnnotationBytes);
    // and the object is unchanged in its stored version
    const stored = await client.get(Cluster, { name: "full", namespace: namespaces.tenant });
    expect(stored.spec.infrastructureRef).toEqual(cluster("full", namespaces.tenant).spec.infrastructureRef);
  });

  test("a v1beta1 reference with a path or a query is rejected; a reference with a name is stored", async () => {
    await using shared = await startShared(name);
    const { client } = shared;
    const referring = (at: string, kind: string) => ({
      apiVersion: "cluster.x-k8s.io/v1beta1" as const,
      kind: "Cluster" as const,
      metadata: { generateName: "c-", namespace: namespaces.tenant },
      spec: { infrastructureRef: { apiVersion: "example.com/v1", kind, name: at } },
    });
    for (const [at, kind] of [
      ["?watch=true", "Foo"],
      ["../../victim/machines/cp", "Foo"],
      ["a", "Foo/../Bar"],
    ] as const) {
      const refused = await client
        .create(ClusterV1Beta1, referring(at, kind) as never)
        .catch((error: unknown) => error);
      expect(isInvalid(refused)).toBe(true);
    }
    const made = await client.create(ClusterV1Beta1, referring("c", "Foo") as never);
    const { name: madeAs } = made.metadata;
    const stored = await client.get(Cluster, { name: madeAs, namespace: namespaces.tenant });
    expect(stored.spec.infrastructureRef).toEqual({ apiGroup: "example.com", kind: "Foo", name: "c" });
  });
});
