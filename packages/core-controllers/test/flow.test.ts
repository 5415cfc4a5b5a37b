import { Cluster, Machine } from "@capstan/contract";
import { Node, Secret } from "@capstan/runtime";
import { expect, test } from "vitest";
import { namespace, PlayedProviders } from "./scene/played-providers.ts";

test("a Machine reaches Running with nine writes, and causes none after that", async () => {
  // given a Cluster that is reachable
  await using world = await PlayedProviders.start();
  await world.createCluster();
  await world.provisionCluster();
  await world.settled();
  const mark = world.mark();

  // when the providers act, step by step
  await world.createMachine("m1", { controlPlane: true });
  await world.settled();
  expect(await world.machine("m1")).toMatchObject({ status: { phase: "Pending" } });
  await world.bootstrapData("m1");
  await world.settled();
  expect(await world.machine("m1")).toMatchObject({
    spec: { bootstrap: { dataSecretName: "m1-data" } },
    status: { phase: "Provisioning", initialization: { bootstrapDataSecretCreated: true } },
  });
  await world.provisionMachine("m1");
  await world.settled();
  expect(await world.machine("m1")).toMatchObject({
    spec: { providerID: "test://m1" },
    status: { phase: "Provisioned", addresses: [{ address: "10.0.0.1" }] },
  });
  await world.join("m1");
  await world.settled();

  // then it is Running, owns its objects, and each fact was written once
  expect(await world.machine("m1")).toMatchObject({
    metadata: {
      finalizers: ["machine.cluster.x-k8s.io"],
      labels: { "cluster.x-k8s.io/cluster-name": "c1" },
      ownerReferences: [{ kind: "Cluster", name: "c1" }],
    },
    status: {
      phase: "Running",
      nodeRef: { name: "m1" },
      nodeInfo: { kubeletVersion: "v1.36.0" },
      observedGeneration: 3,
    },
  });
  expect(await world.condition("m1", "Ready")).toMatchObject({ status: "True" });
  expect(await world.condition("m1", "Available")).toMatchObject({ status: "True" });
  expect(world.writes(mark).filter((write) => write.endsWith(" m1"))).toEqual([
    "patch machines m1",
    "patch testconfigs m1",
    "patch testmachines m1",
    "patch machines/status m1",
    "patch machines m1",
    "patch machines/status m1",
    "patch machines m1",
    "patch machines/status m1",
    "patch machines/status m1",
  ]);

  // and the Node shows its Machine and is schedulable
  const node = await world.nodes.get(Node, { name: "m1" });
  expect(node.spec?.taints ?? []).toEqual([]);
  expect(node.metadata.annotations).toMatchObject({ "cluster.x-k8s.io/machine": "m1" });

  // and no more writes follow, even after an irrelevant change
  const quiet = world.mark();
  const quietNodes = world.workload.requests.mark();
  await world.patch(Machine, "m1", { metadata: { annotations: { note: "hello" } } });
  await world.settled();
  expect(world.writes(quiet)).toEqual([]);
  expect(world.workload.requests.since(quietNodes).filter(({ verb }) => verb === "patch")).toEqual([]);
});

test("the Cluster gets its endpoint, kubeconfig and conditions with one write for each fact", async () => {
  await using world = await PlayedProviders.start();
  const mark = world.mark();
  await world.createCluster();
  await world.settled();
  expect(await world.client.get(Cluster, { name: "c1", namespace })).toMatchObject({
    metadata: { finalizers: ["cluster.cluster.x-k8s.io"] },
    status: { phase: "Provisioning" },
  });
  await world.provisionCluster();
  await world.settled();
  const secret = await world.client.get(Secret, { name: "c1-kubeconfig", namespace });
  expect(secret).toMatchObject({
    type: "cluster.x-k8s.io/secret",
    metadata: { labels: { "cluster.x-k8s.io/cluster-name": "c1" }, ownerReferences: [{ kind: "Cluster", name: "c1" }] },
  });
  await world.run("cp", { controlPlane: true });
  const cluster = await world.client.get(Cluster, { name: "c1", namespace });
  expect(cluster).toMatchObject({
    spec: { controlPlaneEndpoint: { host: "127.0.0.1", port: world.workload.port } },
    status: { phase: "Provisioned", initialization: { infrastructureProvisioned: true } },
  });
  const status = Object.fromEntries((cluster.status?.conditions ?? []).map(({ type, status: value }) => [type, value]));
  expect(status).toMatchObject({
    InfrastructureReady: "True",
    ControlPlaneInitialized: "True",
    RemoteConnectionProbe: "True",
    Available: "True",
    Deleting: "False",
    Paused: "False",
  });
  const writes = world.writes(mark).filter((write) => /clusters|secrets/.test(write));
  expect(writes.filter((write) => write === "patch clusters c1")).toHaveLength(2);
  expect(writes.filter((write) => write === "patch testclusters c1")).toHaveLength(1);
  expect(writes.filter((write) => write.includes("secrets"))).toEqual(["create secrets "]);
  expect(writes.filter((write) => write.includes("->"))).toEqual([]);
});

test("twenty concurrent Machines cost nine writes each, without conflicts", async () => {
  await using world = await PlayedProviders.start();
  await world.createCluster();
  await world.provisionCluster();
  await world.settled();
  const mark = world.mark();
  const names = Array.from({ length: 20 }, (_, index) => `m${index}`);
  const everyone = (act: (name: string) => Promise<void>) => Promise.all(names.map(act));
  await everyone((name) => world.createMachine(name, { controlPlane: name === "m0" }));
  await world.settled();
  await everyone((name) => world.bootstrapData(name));
  await world.settled();
  await everyone((name) => world.provisionMachine(name));
  await world.settled();
  await everyone((name) => world.join(name));
  await world.settled();
  const machines = await Promise.all(names.map((name) => world.machine(name)));
  expect(new Set(machines.map(({ status }) => status?.phase))).toEqual(new Set(["Running"]));
  const writes = world.writes(mark);
  expect(writes.filter((write) => write.includes("->") || write.startsWith("get"))).toEqual([]);
  const excess = names.filter((name) => writes.filter((write) => write.endsWith(` ${name}`)).length !== 9);
  expect(excess).toEqual([]);
});
