import { MockCluster } from "@capstan/infrastructure-mock";
import { Node } from "@capstan/provider";
import { beforeAll, describe, expect, test } from "vitest";
import { initData, joinData } from "./bootstrap-data.ts";
import { type ClusterCertificates, clusterCertificates } from "./certificates.ts";
import { workloadClient } from "./workload-client.ts";
import { MockScene } from "./scene/mock-scene.ts";

let certificates: ClusterCertificates;

beforeAll(async () => {
  certificates = await clusterCertificates();
});

async function endpointOf(world: MockScene): Promise<{ host: string; port: number }> {
  const { spec } = await world.cluster();
  const { host, port } = spec.controlPlaneEndpoint ?? {};
  if (host === undefined || port === undefined) throw new Error("no endpoint");
  return { host, port };
}

async function addressOf(world: MockScene): Promise<string> {
  const { host, port } = await endpointOf(world);
  return `${host}:${port}`;
}

describe("a MockCluster", () => {
  test("gets the endpoint of its load balancer", async () => {
    await using world = await MockScene.start();
    await world.createCluster({ failureDomains: [{ name: "zone-a", controlPlane: true }] });
    expect(await world.cluster()).toMatchObject({
      spec: { controlPlaneEndpoint: { host: "127.0.0.1", port: expect.any(Number) as number } },
      status: { initialization: { provisioned: true }, failureDomains: [{ name: "zone-a", controlPlane: true }] },
    });
    expect(world.writes("c1")).toEqual(["patch", "patch", "patch status"]);
  });

  test("rejects an endpoint that other hosts can reach", async () => {
    await using world = await MockScene.start();
    await world.createCluster({ controlPlaneEndpoint: { host: "192.0.2.1", port: 6443 } });
    const { status } = await world.cluster();
    expect(status?.initialization?.provisioned).not.toBe(true);
    expect(JSON.stringify(status?.conditions)).toContain("EndpointNotLoopback");
  });

  test("deletes its load balancer with itself", async () => {
    await using world = await MockScene.start();
    await world.createCluster();
    await world.deleteCluster();
    expect((await world.client.list(MockCluster.kind)).items).toEqual([]);
  });
});

describe("a MockMachine", () => {
  test("is provisioned when its instance runs, reports its join later, and takes five writes", async () => {
    // given a Machine that waits for its bootstrap data
    await using world = await MockScene.start();
    await world.createCluster();
    await world.provisionCluster();
    await world.createMachine("cp-0");
    expect(await world.condition("cp-0", "Ready")).toMatchObject({
      status: "False",
      reason: "WaitingForBootstrapData",
    });

    // when the data exists
    await world.giveData("cp-0", initData({ endpoint: await addressOf(world), certificates }));

    // then it is provisioned before it has booted
    expect(await world.machine("cp-0")).toMatchObject({
      spec: { providerID: "mock://default/c1/cp-0" },
      status: {
        initialization: { provisioned: true },
        failureDomain: "zone-a",
        addresses: [
          { type: "InternalIP", address: expect.stringMatching(/^10\./) as string },
          { type: "Hostname", address: "cp-0" },
        ],
      },
    });
    expect(await world.condition("cp-0", "BootstrapExecSucceeded")).toBeUndefined();
    const ready = await world.condition("cp-0", "Ready");
    expect(ready).toMatchObject({ status: "True" });

    // and when it has booted, its Node exists
    await world.clock.advance(1_000);
    await world.settled();
    expect(await world.condition("cp-0", "BootstrapExecSucceeded")).toMatchObject({ status: "True", reason: "Joined" });
    expect(await world.condition("cp-0", "Ready")).toEqual(ready);
    const workload = await workloadClient(await endpointOf(world), certificates);
    expect((await workload.get(Node, { name: "cp-0" })).spec?.providerID).toBe("mock://default/c1/cp-0");
    await workload.close();
    expect(world.writes("cp-0")).toEqual(["patch", "patch status", "patch", "patch status", "patch status"]);
  });

  test("with data that cannot join reports the reason without secrets", async () => {
    await using world = await MockScene.start();
    await world.createCluster();
    await world.provisionCluster();
    await world.createMachine("w-0");
    const endpoint = await addressOf(world);
    await world.giveData("w-0", joinData({ endpoint, certificates, bootstrapToken: { caCertHashes: [] } }));
    await world.clock.advance(1_000);
    await world.settled();
    expect(await world.condition("w-0", "BootstrapExecSucceeded")).toMatchObject({
      status: "False",
      reason: "DiscoveryInvalid",
    });
    expect(await world.condition("w-0", "Ready")).toMatchObject({ status: "False", reason: "DiscoveryInvalid" });
    const object = await world.machine("w-0");
    expect(object.status?.initialization?.provisioned).toBe(true);
    expect(JSON.stringify(object)).not.toContain("0123456789abcdef");
  });

  test("that waits for its control plane stops after five minutes", async () => {
    await using world = await MockScene.start();
    await world.createCluster();
    await world.provisionCluster();
    await world.createMachine("w-0");
    await world.giveData("w-0", joinData({ endpoint: await addressOf(world), certificates }));
    await world.clock.advance(1_000);
    await world.settled();
    const waiting = await world.condition("w-0", "BootstrapExecSucceeded");
    expect(waiting).toMatchObject({ status: "False", reason: "ControlPlaneNotInitialized" });
    await world.clock.advance(301_000);
    await world.settled();
    const given = await world.condition("w-0", "BootstrapExecSucceeded");
    expect(given?.message).toBe(`${waiting?.message}; the machine stopped retrying`);
  });

  test("without bootstrap data is created, and never joins", async () => {
    await using world = await MockScene.start();
    await world.createCluster();
    await world.provisionCluster();
    await world.createMachine("m-0");
    await world.nameData("m-0", "");
    await world.clock.advance(1_000);
    await world.settled();
    expect(await world.machine("m-0")).toMatchObject({ status: { initialization: { provisioned: true } } });
    expect(await world.condition("m-0", "BootstrapExecSucceeded")).toMatchObject({ reason: "NoBootstrapData" });
  });

  test("boots for the duration in its spec", async () => {
    await using world = await MockScene.start();
    await world.createCluster();
    await world.provisionCluster();
    const seconds = (count: number) => ({ minMilliseconds: count * 1_000, maxMilliseconds: count * 1_000 });
    await world.createMachine("cp-0", { creationDuration: seconds(10), bootDuration: seconds(20) });
    await world.giveData("cp-0", initData({ endpoint: await addressOf(world), certificates }));
    expect((await world.machine("cp-0")).status?.initialization?.provisioned).not.toBe(true);
    await world.clock.advance(10_000);
    await world.settled();
    expect((await world.machine("cp-0")).status?.initialization?.provisioned).toBe(true);
    await world.clock.advance(19_000);
    await world.settled();
    expect(await world.condition("cp-0", "BootstrapExecSucceeded")).toBeUndefined();
    await world.clock.advance(1_000);
    await world.settled();
    expect(await world.condition("cp-0", "BootstrapExecSucceeded")).toMatchObject({ status: "True" });
  });

  test("deletes its instance with itself, in any state of its Cluster", async () => {
    await using world = await MockScene.start();
    await world.createCluster();
    await world.provisionCluster();
    await world.createMachine("cp-0");
    await world.giveData("cp-0", initData({ endpoint: await addressOf(world), certificates }));
    await world.clock.advance(1_000);
    await world.deleteMachine("cp-0");
    expect(await world.machines()).toEqual([]);
  });

  test("is created as soon as the cloud has its cluster", async () => {
    // given a provisioned Cluster whose MockCluster is missing in the cloud, as after a restart in memory
    await using world = await MockScene.start();
    await world.createCluster();
    await world.provisionCluster();
    const name = { namespace: "default", name: "c1" };
    await world.cloud.removeLoadBalancer(name);
    await world.createMachine("cp-0");
    await world.giveData("cp-0", initData({ endpoint: await addressOf(world), certificates }));
    expect((await world.machine("cp-0")).status?.initialization?.provisioned).not.toBe(true);

    // when the MockCluster is reconciled again
    await world.cloud.ensureLoadBalancer({ object: name, cluster: name, endpoint: await endpointOf(world) });
    await world.settled();

    // then the machine is created
    expect((await world.machine("cp-0")).status?.initialization?.provisioned).toBe(true);
  });
});
