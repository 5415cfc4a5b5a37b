import { isConditionTrue, Machine, Node } from "@capstan/provider";
import { applyYAML, type ClusterHandle } from "@capstan/testkit";
import { RealNodes } from "@capstan/testkit/real-nodes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { budgets, healthCheck, pauses, pods, workersOf } from "./manifests.ts";

const signal = new AbortController().signal;
/** Longer than anything here takes on a busy machine. */
const timeout = 3_600_000;
const hasNodes = (process.env.CAPSTAN_NODE_IMAGE_ASSETS ?? "") !== "";

/** The tests follow one another in the life of one Cluster. */
describe.skipIf(!hasNodes)("workers on real Nodes (CAPSTAN_NODE_IMAGE_ASSETS)", () => {
  let nodes: RealNodes;
  let cluster: ClusterHandle;

  beforeAll(async () => {
    nodes = await RealNodes.start();
    cluster = await nodes.createCluster();
    await nodes.ready(await nodes.createControlPlane(cluster));
    await nodes.env.apply(workersOf(cluster.name, nodes.images));
  }, timeout);

  afterAll(() => nodes[Symbol.asyncDispose](), timeout);

  async function workers(): Promise<readonly Machine[]> {
    const labelSelector = "cluster.x-k8s.io/deployment-name=workers";
    return (await nodes.env.client.list(Machine, { labelSelector })).items;
  }

  async function untilReady(count: number, isExpected: (machine: Machine) => boolean = () => true): Promise<void> {
    await nodes.until(`${count} workers are Ready`, async () => {
      const found = await workers();
      return found.length === count && found.every((one) => isConditionTrue(one, "NodeHealthy") && isExpected(one));
    });
  }

  async function scale(replicas: number): Promise<void> {
    await nodes.env.apply(workersOf(cluster.name, nodes.images, { replicas }));
  }

  async function workload() {
    const client = await nodes.workload(cluster);
    return {
      client,
      nodeNames: async () => (await client.list(Node)).items.map(({ metadata }) => metadata.name),
      runningOn: async () =>
        (await client.list(pods, { namespace: "default" })).items
          .filter(({ status }) => status?.phase === "Running")
          .map(({ spec }) => spec.nodeName ?? ""),
    };
  }

  test("a MachineDeployment grows to three Nodes", { timeout }, async () => {
    await untilReady(1);
    await scale(3);
    await untilReady(3);
    const { nodeNames } = await workload();
    expect(await nodeNames()).toHaveLength(4);
  });

  test("it shrinks when the Pods may be evicted, and not before", { timeout }, async () => {
    // given a Pod on each worker, which a PodDisruptionBudget keeps
    const { client, nodeNames, runningOn } = await workload();
    await applyYAML(client, pauses(pauseImageOf(await client.list(Node))));
    await nodes.until("a Pod runs on each worker", async () => (await runningOn()).length === 3);

    // when two workers are to go
    await scale(1);
    await nodes.until("two Machines wait for their Pods", async () => {
      const waiting = (await workers()).filter(({ status }) =>
        status?.conditions?.some(({ type, message }) => type === "Deleting" && message.includes("disruption budget")),
      );
      return waiting.length === 2;
    });
    expect(await runningOn()).toHaveLength(3);

    // then they go when the budget does
    await client.delete(budgets, { namespace: "default", name: "pause" });
    await untilReady(1);
    await nodes.until("two Nodes are left", async () => (await nodeNames()).length === 2);
    expect(await nodes.remains(cluster)).toHaveLength(4);
  });

  test("a change of the template replaces the Machine", { timeout }, async () => {
    const [before] = await workers();
    await nodes.env.apply(workersOf(cluster.name, nodes.images, { generation: 2 }));
    await untilReady(1, ({ metadata }) => metadata.uid !== before?.metadata.uid);
    const { client } = await workload();
    const [after] = await workers();
    const { metadata } = await client.get(Node, { name: after?.metadata.name ?? "" });
    expect(metadata.labels).toMatchObject({ generation: "2" });
  });

  test("a kubelet that stops is reported until it starts again", { timeout }, async () => {
    const [machine] = await workers();
    const name = machine?.metadata.name ?? "";
    await nodes.engine.exec(`default.${name}`, ["systemctl", "stop", "kubelet"], signal);
    await nodes.until("the Machine reports its Node", async () =>
      (await workers()).every((one) => !isConditionTrue(one, "NodeReady")),
    );
    await nodes.engine.exec(`default.${name}`, ["systemctl", "start", "kubelet"], signal);
    await untilReady(1, ({ metadata }) => metadata.name === name);
  });

  test("a health check replaces a Machine whose container is gone", { timeout }, async () => {
    const [before] = await workers();
    await nodes.env.apply(healthCheck(cluster.name));
    await nodes.engine.removeContainer(`default.${before?.metadata.name}`, signal);
    await untilReady(1, ({ metadata }) => metadata.name !== before?.metadata.name);
  });

  test("deletion of the Cluster leaves nothing behind", { timeout }, async () => {
    await cluster.delete();
    await nodes.until("nothing is left", async () => (await nodes.remains(cluster)).length === 0);
    expect(await workers()).toEqual([]);
  });
});

/** The name of the pause image that the kubelets report. */
function pauseImageOf(nodes: object): string {
  return /"([^"@]*\/pause:[^"]+)"/.exec(JSON.stringify(nodes))?.[1] ?? "";
}
