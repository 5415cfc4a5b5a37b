import { apiVersionOf, ConfigMap } from "@capstan/provider";
import { TestEnvironment, type WorkloadCluster } from "@capstan/testkit";
import { expect, test } from "vitest";
import { __AddonKind__ } from "../src/api/__addonFile__.ts";
import { __AddonKind__Reconciler } from "../src/reconcilers/__addonFile__/__addonFile__-reconciler.ts";

const { kind } = __AddonKind__;
const key = { name: "hello", namespace: "default" };

/** A Cluster with a label and a workload cluster, and an add-on that selects the label, in a test environment without the core. */
async function startScene() {
  const env = await TestEnvironment.start({
    core: false,
    reconcilers: [new __AddonKind__Reconciler()],
    // The manager has only the permissions that `npm run manifests` gives it.
    manager: { generatedRole: true },
  });
  const cluster = await env.createCluster({ name: "c1" });
  await cluster.patch({ metadata: { labels: { team: "a" } } });
  const workload = await env.startWorkloadCluster(cluster);
  await env.client.create(kind, {
    apiVersion: apiVersionOf(kind),
    kind: kind.kind,
    metadata: key,
    spec: { greeting: "hi", clusterSelector: { matchLabels: { team: "a" } } },
  });
  const entry = async () => (await env.client.get(kind, key)).status?.clusters?.[0];
  return { env, cluster, workload, entry, [Symbol.asyncDispose]: () => env[Symbol.asyncDispose]() };
}

async function greetingIn({ client }: WorkloadCluster): Promise<string | undefined> {
  const { items } = await client.list(ConfigMap, { namespace: "default" });
  return items.find(({ metadata }) => metadata.name === key.name)?.data?.greeting;
}

test("the add-on is installed once the control plane is initialized, and removed with its object", async () => {
  await using scene = await startScene();
  const { env, cluster, workload, entry } = scene;
  await env.settled();
  expect(await entry()).toMatchObject({ ready: false, reason: "WaitingForControlPlaneInitialized" });

  await cluster.patchStatus({ initialization: { controlPlaneInitialized: true } });
  await env.until("installed", async () => (await entry())?.ready === true);
  expect(await greetingIn(workload)).toBe("hi");

  await env.client.delete(kind, key);
  await env.until("removed", async () => (await env.client.list(kind)).items.length === 0);
  expect(await greetingIn(workload)).toBeUndefined();
});

test("the add-on follows the labels of the Cluster", async () => {
  await using scene = await startScene();
  const { env, cluster, workload, entry } = scene;
  await cluster.patchStatus({ initialization: { controlPlaneInitialized: true } });
  await env.until("installed", async () => (await entry())?.ready === true);

  await cluster.patch({ metadata: { labels: { team: "b" } } });
  await env.until("removed", async () => (await entry()) === undefined);
  expect(await greetingIn(workload)).toBeUndefined();
});
