import { ConfigMap, Namespace, Secret } from "@capstan/provider";
import { TestEnvironment, type WorkloadCluster } from "@capstan/testkit";
import { expect, test } from "vitest";
import { ManifestSet } from "./src/api/manifest-set.ts";
import { secretType } from "./src/manifests/read-manifests.ts";
import { ManifestSetReconciler } from "./src/reconcilers/manifest-set/manifest-set-reconciler.ts";

const namespace = "default";

const manifests = (color: string) => `
apiVersion: v1
kind: ConfigMap
metadata: { name: settings, namespace: tools }
data: { color: ${color} }
---
apiVersion: v1
kind: Namespace
metadata: { name: tools }
`;

/** A management cluster with the provider, and a Cluster c1 with labels and a workload cluster. */
async function startScene() {
  const env = await TestEnvironment.start({
    core: false,
    reconcilers: [new ManifestSetReconciler()],
    manager: { generatedRole: true },
  });
  const label = (pool: string | null) => cluster.patch({ metadata: { labels: { pool } } });
  const cluster = await env.createCluster({ name: "c1" });
  await label("edge");
  await cluster.patchStatus({ initialization: { controlPlaneInitialized: true } });
  const workload = await env.startWorkloadCluster(cluster);
  return {
    env,
    cluster,
    workload,
    label,
    set: (spec: string) =>
      env.apply(`
        apiVersion: addons.cluster.x-k8s.io/v1alpha1
        kind: ManifestSet
        metadata: { name: tools }
        spec:
          clusterSelector: { matchLabels: { pool: edge } }
          resources: [{ kind: ConfigMap, name: tools }]
          ${spec}`),
    /** Creates the ConfigMap with the manifests, or replaces them. */
    write: async (color: string) => {
      const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "tools", namespace } };
      const patch = { type: "apply", fieldManager: "test", force: true } as const;
      const data = { "tools.yaml": manifests(color) };
      await env.client.patch(ConfigMap, { name: "tools", namespace }, { ...patch, body: { ...body, data } });
    },
    report: async () => (await get(env)).status?.clusters?.[0],
    isReady: async () => (await get(env)).status?.clusters?.[0]?.ready === true,
    [Symbol.asyncDispose]: () => env[Symbol.asyncDispose](),
  };
}

function get(env: TestEnvironment) {
  return env.client.get(ManifestSet.kind, { name: "tools", namespace });
}

/** The value that the manifests set in the workload cluster; undefined without its object. */
async function colorIn({ client }: WorkloadCluster): Promise<string | undefined> {
  const { items } = await client.list(ConfigMap, { namespace: "tools" });
  return items.find(({ metadata }) => metadata.name === "settings")?.data?.color;
}

test("manifests reach the clusters of a label, namespaces first, and once they exist", async () => {
  await using scene = await startScene();
  const { env, workload } = scene;
  await scene.set("strategy: ApplyOnce");
  await env.until("it waits", async () => (await scene.report()) !== undefined);
  expect(await scene.report()).toMatchObject({
    ready: false,
    reason: "ResourceNotFound",
    message: "ConfigMap tools does not exist",
  });

  await scene.write("red");
  await env.until("applied", scene.isReady);
  expect(await colorIn(workload)).toBe("red");
  expect(await get(env)).toMatchObject({
    status: {
      conditions: expect.arrayContaining([expect.objectContaining({ type: "Ready", status: "True" })]) as unknown,
    },
  });
});

test("ApplyOnce leaves a cluster alone after that, even if the status is lost", async () => {
  await using scene = await startScene();
  const { env, workload } = scene;
  await scene.write("red");
  await scene.set("strategy: ApplyOnce");
  await env.until("applied", scene.isReady);
  const key = { name: "settings", namespace: "tools" };
  await workload.client.delete(ConfigMap, key);
  await scene.write("blue");
  const { apiVersion, kind, metadata, spec } = await get(env);
  await env.client.replace(ManifestSet.kind, { apiVersion, kind, metadata, spec }, { subresource: "status" });
  await env.until("reported again", scene.isReady);
  expect(await colorIn(workload)).toBeUndefined();
});

test("Reconcile applies changed manifests at once, and repairs what was changed in the cluster", async () => {
  await using scene = await startScene();
  const { env, workload } = scene;
  await scene.write("red");
  await scene.set("strategy: Reconcile");
  await env.until("red", async () => (await colorIn(workload)) === "red");
  await scene.write("blue");
  await env.until("blue", async () => (await colorIn(workload)) === "blue");

  const key = { name: "settings", namespace: "tools" };
  await workload.client.patch(ConfigMap, key, { type: "merge", body: { data: { color: "green" } } });
  await env.clock.advance({ minutes: 10 });
  await env.until("blue again", async () => (await colorIn(workload)) === "blue");
});

test("with prune, objects are deleted when a cluster is no longer selected, and with the set", async () => {
  await using scene = await startScene();
  const { env, workload } = scene;
  await scene.write("red");
  await scene.set("prune: true");
  await env.until("applied", scene.isReady);
  await scene.label(null);
  await env.until("deselected", async () => (await scene.report()) === undefined);
  expect(await colorIn(workload)).toBeUndefined();

  await scene.label("edge");
  await env.until("applied again", scene.isReady);
  // The manifests are not needed to delete their objects.
  await env.client.delete(ConfigMap, { name: "tools", namespace });
  await env.client.delete(ManifestSet.kind, { name: "tools", namespace });
  await env.until("gone", async () => (await env.client.list(ManifestSet.kind)).items.length === 0);
  expect(await colorIn(workload)).toBeUndefined();
  expect((await workload.client.list(Namespace)).items.map(({ metadata }) => metadata.name)).not.toContain("tools");
});

test("without prune, clusters keep the objects of a deleted set", async () => {
  await using scene = await startScene();
  const { env, workload } = scene;
  await scene.write("red");
  await scene.set("prune: false");
  await env.until("applied", scene.isReady);
  await env.client.delete(ManifestSet.kind, { name: "tools", namespace });
  await env.until("gone", async () => (await env.client.list(ManifestSet.kind)).items.length === 0);
  expect(await colorIn(workload)).toBe("red");
});

test("a manifest that the cluster refuses is named, without its content, and applied once it is corrected", async () => {
  await using scene = await startScene();
  const { env } = scene;
  const secret = (stringData: object, type: string) =>
    env.client.create(Secret, {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: "tools", namespace },
      type,
      stringData,
    } as Secret);
  await secret({ a: "" }, "Opaque");
  await scene.set("strategy: Reconcile");
  const resources = [{ kind: "Secret", name: "tools" }];
  const key = { name: "tools", namespace };
  await env.client.patch(ManifestSet.kind, key, { type: "merge", body: { spec: { resources } } });
  await env.until("refused", async () => (await scene.report())?.reason === "SecretNotAllowed");

  await env.client.delete(Secret, key);
  await secret({ a: "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: x }\ndata: { a: [hush-hush] }" }, secretType);
  await env.until("refused", async () => (await scene.report())?.reason === "ManifestRefused");
  expect((await scene.report())?.message).toMatch(/^The cluster refuses ConfigMap x: \w+$/);

  await env.client.delete(Secret, key);
  await secret({ a: "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: x }\ndata: { a: well }" }, secretType);
  await env.until("applied", scene.isReady);
});
