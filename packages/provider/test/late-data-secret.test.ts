import { Machine } from "@capstan/contract";
import { Secret } from "@capstan/runtime";
import { describe, expect, test } from "vitest";
import { HelloCloud, HelloMachine, HelloMachineReconciler } from "./hello-machine.ts";
import { ProviderScene } from "./provider-scene.ts";

/** Machines that refer to a missing data Secret of the user. */
async function waiting(cloud: HelloCloud, ...names: readonly string[]): Promise<ProviderScene> {
  const world = await ProviderScene.start([new HelloMachineReconciler(cloud)]);
  await world.createCluster();
  for (const name of names) {
    const options = { name, infrastructure: HelloMachine, dataSecretName: `${name}-data` };
    await world.createOwned(HelloMachine, await world.createMachine(options));
  }
  await world.settled();
  for (const name of names) {
    expect(await world.condition(HelloMachine, "Ready", name)).toMatchObject({
      reason: "WaitingForBootstrapData",
      message: `Waiting for bootstrap data: Secret ${name}-data does not exist`,
    });
  }
  expect(cloud.servers.size).toBe(0);
  return world;
}

/** The clock stands still, so that no delay ends by itself. */
describe("a data Secret that is created after the Machine that refers to it", () => {
  test("triggers only this Machine, immediately, and no request reads it by name", async () => {
    const cloud = new HelloCloud();
    await using world = await waiting(cloud, "m1", "m2");
    const gets = world.gets();

    await world.createDataSecret("m1-data", "#cloud-config");
    await world.settled();

    expect(await world.condition(HelloMachine, "Ready", "m1")).toMatchObject({ status: "True" });
    expect(cloud.servers.get("m1")).toEqual({ data: "#cloud-config" });
    expect(cloud.servers.has("m2")).toBe(false);
    expect(world.gets()).toBe(gets);
  });

  test("triggers the Machine when it gets its key or its label later", async () => {
    const cloud = new HelloCloud();
    await using world = await waiting(cloud, "m1", "m2");
    await world.createDataSecret("m1-data", "#cloud-config", { key: "other" });
    await world.createDataSecret("m2-data", "#cloud-config", { labeled: false });
    await world.settled();
    expect(cloud.servers.size).toBe(0);

    await world.patch(Secret, "m1-data", { data: { value: Buffer.from("#!/bin/sh").toString("base64") } });
    await world.patch(Secret, "m2-data", { metadata: { labels: { "cluster.x-k8s.io/cluster-name": "c1" } } });
    await world.settled();

    expect(cloud.servers.get("m1")).toEqual({ data: "#!/bin/sh" });
    expect(cloud.servers.get("m2")).toEqual({ data: "#cloud-config" });
  });

  test("without the label is noticed within ten seconds", async () => {
    const cloud = new HelloCloud();
    await using world = await waiting(cloud, "m1");
    await world.createDataSecret("m1-data", "#cloud-config", { labeled: false });

    await world.clock.advance({ seconds: 10 });

    expect(cloud.servers.get("m1")).toEqual({ data: "#cloud-config" });
  });

  test("triggers no Machine when it changes later, or when Machines of other kinds refer to it", async () => {
    const cloud = new HelloCloud();
    await using world = await waiting(cloud, "m1");
    await world.createDataSecret("m1-data", "#cloud-config");
    await world.settled();
    await world.createMachine({ name: "other", dataSecretName: "other-data" });
    await world.settled();
    const calls = cloud.calls.length;
    const writes = world.writes().length;

    await world.patch(Secret, "m1-data", { metadata: { annotations: { touched: "1" } } });
    await world.createDataSecret("other-data", "#cloud-config");
    await world.settled();

    expect(cloud.calls).toHaveLength(calls);
    expect(world.writes()).toHaveLength(writes);
    expect((await world.client.get(Machine, { name: "other", namespace: "default" })).status).toBeUndefined();
  });
});
