import { patienceMs } from "@capstan/harness/patience";
import { type KubernetesObject, Machine } from "@capstan/contract";
import { type Client, createClient, defineKind, Node, Secret } from "@capstan/runtime";
import { RealApiServer } from "@capstan/testkit";
import { describe, expect, test, vi } from "vitest";
import { DaemonSet, Pod } from "../src/drain/workload-kinds.ts";
import { namespace, PlayedProviders } from "./scene/played-providers.ts";
import { TestCluster, TestMachine } from "./scene/provider-kinds.ts";

const assets = process.env.KUBEBUILDER_ASSETS ?? "";
const PodDisruptionBudget = defineKind({
  group: "policy",
  version: "v1",
  kind: "PodDisruptionBudget",
  plural: "poddisruptionbudgets",
  namespaced: true,
});
const ServiceAccount = defineKind({
  group: "",
  version: "v1",
  kind: "ServiceAccount",
  plural: "serviceaccounts",
  namespaced: true,
});

/** Plays the scheduler and the kubelet. */
async function runPod(client: Client, metadata: Pod["metadata"]): Promise<void> {
  const spec = { nodeName: "w", containers: [{ name: "main", image: "example.io/main" }] };
  await client.create(Pod, { apiVersion: "v1", kind: "Pod", metadata: { ...metadata, namespace }, spec });
  const body = { status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] } };
  const key = { name: metadata.name, namespace };
  await client.patch(Pod, key, { type: "merge", body }, { subresource: "status" });
}

/** A Pod of a DaemonSet, and a mirror Pod of a static manifest. */
async function runPodsThatStay(client: Client): Promise<void> {
  const labels = { app: "agent" };
  const template = { metadata: { labels }, spec: { containers: [{ name: "main", image: "example.io/agent" }] } };
  const { metadata } = await client.create(DaemonSet, {
    apiVersion: "apps/v1",
    kind: "DaemonSet",
    metadata: { name: "agent", namespace },
    spec: { selector: { matchLabels: labels }, template },
  } as never);
  const owner = { apiVersion: "apps/v1", kind: "DaemonSet", name: "agent", uid: metadata.uid ?? "", controller: true };
  await runPod(client, { name: "agent", labels, ownerReferences: [owner] });
  await runPod(client, { name: "static", annotations: { "kubernetes.io/config.mirror": "of-a-manifest" } });
}

/** A Cluster whose workload cluster is a real API server, with the Machines `cp` and `w`. */
async function scene(world: PlayedProviders, workload: RealApiServer, client: Client): Promise<void> {
  await world.createCluster();
  await world.patch(TestCluster, "c1", { spec: { controlPlaneEndpoint: { host: "127.0.0.1", port: 6443 } } });
  await world.patchStatus(TestCluster, "c1", { initialization: { provisioned: true } });
  await world.client.create(Secret, {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "c1-kubeconfig", namespace, labels: { "cluster.x-k8s.io/cluster-name": "c1" } },
    type: "cluster.x-k8s.io/secret",
    data: { value: Buffer.from(workload.kubeconfig).toString("base64") },
  });
  await world.settled();
  for (const name of ["cp", "w"]) {
    await world.createMachine(name, { controlPlane: name === "cp", finalizers: ["test/provider"] });
    await world.settled();
    await world.bootstrapData(name);
    await world.provisionMachine(name);
    const spec = { providerID: `test://${name}` };
    await client.create(Node, { apiVersion: "v1", kind: "Node", metadata: { name }, spec });
  }
}

/** Resource versions of one server count its writes of all kinds. */
function versionOf({ metadata }: KubernetesObject): number {
  return Number(metadata.resourceVersion);
}

describe.runIf(assets !== "")("draining a Node of a real API server", () => {
  test("cordons the Node (S090), evicts all but DaemonSet and mirror Pods, and waits for disruption budgets (S091)", async () => {
    await using workload = await RealApiServer.start();
    await using world = await PlayedProviders.start();
    const client = createClient({ kubeconfig: workload.kubeconfig, userAgent: "test/1" });
    await scene(world, workload, client);
    const fact = (check: () => Promise<void>) => vi.waitFor(check, { timeout: patienceMs, interval: 50 });
    await fact(async () => {
      // The client retries a refused connection after a second of the clock.
      await world.clock.advance({ seconds: 1 });
      expect((await world.machine("w")).status?.nodeRef).toEqual({ name: "w" });
    });

    // given a Pod whose budget allows no disruption, a Pod without a budget, and two Pods that a drain skips
    await client.create(ServiceAccount, {
      apiVersion: "v1",
      kind: "ServiceAccount",
      metadata: { name: "default", namespace },
    });
    for (const name of ["web", "job"]) await runPod(client, { name, labels: { app: name } });
    await runPodsThatStay(client);
    await client.create(PodDisruptionBudget, {
      apiVersion: "policy/v1",
      kind: "PodDisruptionBudget",
      metadata: { name: "web", namespace },
      spec: { minAvailable: 1, selector: { matchLabels: { app: "web" } } },
    } as never);
    const allow = async (disruptionsAllowed: number) => {
      const counts = { currentHealthy: 1 + disruptionsAllowed, desiredHealthy: 1, expectedPods: 1 };
      const body = { status: { observedGeneration: 1, disruptionsAllowed, ...counts } };
      const key = { name: "web", namespace };
      await client.patch(PodDisruptionBudget, key, { type: "merge", body }, { subresource: "status" });
    };
    await allow(0);

    // when the Machine is deleted, then its status shows which Pods are being deleted and which are blocked
    await world.client.delete(Machine, { name: "w", namespace });
    await fact(async () => {
      const lines = (await world.condition("w", "Deleting"))?.message.split("\n").slice(1);
      expect(lines).toEqual([
        "* Pod default/job: deletionTimestamp set, but still not removed from the Node",
        "* Pod default/web: cannot evict pod as it would violate the pod's disruption budget. The disruption budget web needs 1 healthy pods and has 1 currently",
      ]);
    });
    const cordoned = await client.get(Node, { name: "w" });
    expect(cordoned.spec?.unschedulable).toBe(true);
    const evicted = await client.get(Pod, { name: "job", namespace });
    expect(versionOf(cordoned)).toBeLessThan(versionOf(evicted));

    // when the budget allows it, then the other Pod is evicted, and the Machine is deleted once both have ended
    await allow(1);
    await world.clock.advance({ seconds: 20 });
    await fact(async () => {
      expect((await client.get(Pod, { name: "web", namespace })).metadata.deletionTimestamp).toBeDefined();
    });
    const infrastructure = () => world.client.get(TestMachine, { name: "w", namespace });
    expect((await infrastructure()).metadata.deletionTimestamp).toBeUndefined();
    for (const name of ["web", "job"]) await client.delete(Pod, { name, namespace }, { gracePeriodSeconds: 0 });
    await fact(async () => {
      await world.clock.advance({ seconds: 20 });
      expect((await infrastructure()).metadata.deletionTimestamp).toBeDefined();
    });
    for (const name of ["agent", "static"]) {
      expect((await client.get(Pod, { name, namespace })).metadata.deletionTimestamp, name).toBeUndefined();
    }
    await client.close();
  });
});
