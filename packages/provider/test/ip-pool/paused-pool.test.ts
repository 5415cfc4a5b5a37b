import { Cluster, IPAddressClaim, labels } from "@capstan/provider";
import { TestEnvironment } from "@capstan/testkit";
import { expect, test } from "vitest";
import { addresses, createClaim, createPool, ListPool, ListPoolReconciler, namespace } from "./claims.ts";

test.each([
  ["spec.paused", { spec: { paused: true } }, { spec: { paused: false } }],
  [
    "an annotation",
    { metadata: { annotations: { "cluster.x-k8s.io/paused": "" } } },
    { metadata: { annotations: { "cluster.x-k8s.io/paused": null } } },
  ],
])("a pool of a Cluster that was paused by %s serves claims when the pause ends", async (_how, pause, resume) => {
  await using env = await TestEnvironment.start({ reconcilers: [new ListPoolReconciler()] });
  const cluster = await env.createCluster();
  const key = { name: cluster.name, namespace };
  await env.client.patch(Cluster, key, { type: "merge", body: pause });
  await createPool(env, ["10.0.0.1"]);
  const label = { metadata: { labels: { [labels.clusterName]: cluster.name } } };
  await env.client.patch(ListPool.kind, { name: "pool", namespace }, { type: "merge", body: label });
  await env.settled();
  await env.client.patch(
    ListPool.kind,
    { name: "pool", namespace },
    { type: "merge", body: { spec: { addresses: ["10.0.0.2"] } } },
  );
  await env.settled();

  await env.client.patch(Cluster, key, { type: "merge", body: resume });
  await env.settled();
  await createClaim(env, "a");
  await env.settled();
  expect(await addresses(env)).toEqual({ a: "10.0.0.2" });

  await env.client.patch(Cluster, key, { type: "merge", body: pause });
  await env.client.delete(IPAddressClaim, { name: "a", namespace });
  await env.client.delete(ListPool.kind, { name: "pool", namespace });
  await env.settled();
  await env.client.patch(Cluster, key, { type: "merge", body: resume });
  await env.settled();
  expect((await env.client.list(ListPool.kind)).items).toEqual([]);
});
