import { flowServers } from "@capstan/harness/servers";
import { ApiServer } from "@capstan/apiserver";
import { annotations } from "@capstan/contract";
import { mostAnnotationBytes } from "@capstan/kube";
import { type Client, createClient, Node } from "@capstan/provider";
import { FakeClock, registerNode } from "@capstan/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SharedCluster, type Tenant } from "./shared-cluster.ts";

type NodeChange = Readonly<Record<string, unknown>>;

const conditions = ["Ready", "MemoryPressure", "DiskPressure", "PIDPressure"];

/** Makes a kubelet report that its Node is unhealthy, with this message. */
function unwell(message: string, more: object = {}): NodeChange {
  const reported = conditions.map((type) => ({
    type,
    status: type === "Ready" ? "False" : "True",
    reason: "Hostile",
    message: `${type}: ${message}`,
    ...more,
  }));
  return { status: { conditions: reported } };
}

const characters = 40_000;
/** The manager's annotations on a Node, which a kubelet may remove. */
const ofManager = Object.fromEntries(
  [
    annotations.clusterName,
    annotations.clusterNamespace,
    annotations.machine,
    annotations.labelsFromMachine,
    annotations.annotationsFromMachine,
  ].map((name) => [name, null]),
);
const addresses = Array.from({ length: 10_000 }, (_, index) => ({ type: "InternalIP", address: `10.0.0.${index}` }));
const taints = Array.from({ length: 1_000 }, (_, index) => ({ key: `hostile-${index}`, effect: "NoSchedule" }));

const attacks: [what: string, node: readonly NodeChange[]][] = [
  ["a message of 40,000 characters", [unwell("x".repeat(characters))]],
  ["a message of 40,000 characters outside of the first plane", [unwell("👩‍👩‍👧".repeat(characters / 5))]],
  ["a message that is one character of 40,000 marks", [unwell(`e${"\u0301".repeat(characters)}`)]],
  ["a message of control characters", [unwell("\u0000\u001b[2J\u202e".repeat(1_000))]],
  [
    "annotations that leave no room for the manager's",
    [{ metadata: { annotations: { ...ofManager, hostile: "x".repeat(mostAnnotationBytes - 10) } } }, unwell("no room")],
  ],
  [
    "what it says of its system, of 1 MB",
    [
      {
        status: {
          nodeInfo: {
            osImage: "\u001b".repeat(100_000),
            kubeletVersion: "v1.36.0",
            kernelVersion: "x".repeat(900_000),
          },
        },
      },
      unwell("a large system"),
    ],
  ],
  ["10,000 addresses and 1,000 taints", [{ status: { addresses } }, { spec: { taints } }, unwell("many")]],
  ["times at the end of the calendar", [unwell("late", { lastTransitionTime: "9999-12-31T23:59:59Z" })]],
];

describe.each(flowServers)("a Machine with a hostile kubelet, on the %s server", (server) => {
  let workload: ApiServer;
  let kubelet: Client;
  let shared: SharedCluster;
  let count = 0;

  beforeAll(async () => {
    workload = await ApiServer.start();
    kubelet = createClient({ kubeconfig: workload.kubeconfig, userAgent: "kubelet/1" });
    shared = await SharedCluster.start(new FakeClock({ startMs: Date.now() }), { server });
    // The API server's rejection of the manager's annotations if those of the kubelet leave no room.
    shared.environment.expectError("metadata.annotations: Too long", { optional: true });
  });

  afterAll(async () => {
    await shared[Symbol.asyncDispose]();
    await kubelet.close();
    await workload.close();
  });

  /** A Machine whose Node is Ready. */
  async function joined(): Promise<Tenant & { readonly node: string }> {
    count += 1;
    const tenant = await shared.addTenant(`t${count}`, workload.kubeconfig);
    const node = `n${count}`;
    await registerNode(kubelet, { name: node, providerID: `mock:///${tenant.worker.name}` });
    await says(tenant, "True");
    return { ...tenant, node };
  }

  async function says(tenant: Tenant, status: string): Promise<void> {
    await shared.environment.until(`NodeReady is ${status}`, async () => {
      const { NodeReady, NodeHealthy, Ready } = (await shared.conditionsOf(tenant)).worker;
      const isReady = status === "False" ? Ready?.status === status : true;
      return isReady && NodeReady?.status === status && NodeHealthy?.status === status;
    });
  }

  async function report(node: string, changes: readonly NodeChange[]): Promise<void> {
    for (const body of changes) {
      const isOfStatus = "status" in body;
      await kubelet.patch(Node, { name: node }, { type: "merge", body }, isOfStatus ? { subresource: "status" } : {});
    }
  }

  test("reports that its Node is not Ready, and the cause", async () => {
    const tenant = await joined();
    await report(tenant.node, [unwell("the kubelet has stopped")]);
    await says(tenant, "False");
    const { worker } = await shared.conditionsOf(tenant);
    expect(worker.NodeReady?.message).toBe("* Node.Ready: Ready: the kubelet has stopped");
  });

  test.each(attacks)("reports that its Node is not Ready when the kubelet reports %s", async (_what, changes) => {
    const tenant = await joined();
    await report(tenant.node, changes);
    await says(tenant, "False");
    const { worker } = await shared.conditionsOf(tenant);
    const said = Object.values(worker).map(({ message }) => message);
    expect(Math.max(...said.map((message) => Array.from(message).length))).toBeLessThanOrEqual(32_768);
    expect(JSON.stringify(await tenant.worker.get()).length).toBeLessThan(1_000_000);
  });

  test("reports a Ready Node again once the kubelet recovers", async () => {
    const tenant = await joined();
    await report(tenant.node, [unwell("x".repeat(characters))]);
    await says(tenant, "False");
    await registerNode(kubelet, { name: tenant.node, providerID: `mock:///${tenant.worker.name}` });
    await says(tenant, "True");
  });
});
