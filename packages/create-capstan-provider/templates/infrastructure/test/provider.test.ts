import { TestEnvironment } from "@capstan/testkit";
import { expect, test } from "vitest";
import { __ClusterKind__ } from "../src/api/__clusterFile__.ts";
import { __MachineKind__ } from "../src/api/__machineFile__.ts";
import { InMemoryCloud } from "../src/cloud/in-memory-cloud.ts";
import { __ClusterKind__Reconciler } from "../src/reconcilers/__clusterFile__/__clusterFile__-reconciler.ts";
import { __MachineKind__Reconciler } from "../src/reconcilers/__machineFile__/__machineFile__-reconciler.ts";

async function start(cloud: InMemoryCloud) {
  return TestEnvironment.start({
    reconcilers: [new __ClusterKind__Reconciler(cloud), new __MachineKind__Reconciler(cloud)],
  });
}

test("a Machine is Provisioned once its server runs", async () => {
  // given a cloud with slow servers
  const cloud = new InMemoryCloud();
  cloud.serverState = "starting";
  await using env = await start(cloud);
  const cluster = await env.createCluster({ infrastructure: __ClusterKind__ });
  const machine = await env.createMachine({
    cluster,
    infrastructure: __MachineKind__,
    spec: { size: "large" },
    bootstrapData: "#cloud-config",
  });
  await env.settled();
  expect(await machine.phase()).toEqual({ phase: "Provisioning", awaiting: ["infrastructure provisioned"] });

  // when the server runs, and the next reconcile is due
  cloud.serverState = "running";
  await env.clock.advance({ seconds: 5 });

  // then the Machine has its providerID
  expect(await machine.phase()).toMatchObject({ phase: "Provisioned" });
  const { spec, status } = await machine.infrastructure();
  expect(spec.providerID).toMatch(/^__name__:\/\//);
  expect(status).toMatchObject({
    initialization: { provisioned: true },
    addresses: [{ type: "InternalIP", address: "192.0.2.1" }],
  });
});

test("the cloud is empty after Machine and Cluster are deleted", async () => {
  const cloud = new InMemoryCloud();
  await using env = await start(cloud);
  const cluster = await env.createCluster({ infrastructure: __ClusterKind__ });
  const machine = await env.createMachine({ cluster, infrastructure: __MachineKind__, bootstrapData: "#cloud-config" });
  await env.settled();
  expect([cloud.servers.size, cloud.endpoints.size]).toEqual([1, 1]);

  await machine.delete();
  await env.settled();
  await cluster.delete();
  await env.settled();

  expect([cloud.servers.size, cloud.endpoints.size]).toEqual([0, 0]);
});
