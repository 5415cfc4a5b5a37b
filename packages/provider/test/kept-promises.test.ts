import { Machine } from "@capstan/contract";
import { Secret } from "@capstan/runtime";
import { BootstrapConfigReconciler, outcome } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import { HelloCloud, HelloMachine, HelloMachineReconciler } from "./hello-machine.ts";
import { OddMachine } from "./odd-providers.ts";
import { addOddMachine, startOddMachine } from "./odd-scene.ts";
import { ShellConfig, ShellConfigReconciler } from "./shell-config.ts";
import { ownerReference } from "@capstan/harness/played";
import { ProviderScene } from "./provider-scene.ts";

/** Contract recommendations that the SDK follows for any author code. */
describe("without author code", () => {
  test("BC-023: an in-place change of a config neither generates data again nor writes its Secret", async () => {
    const reconciler = new ShellConfigReconciler();
    await using world = await ProviderScene.start([reconciler]);
    await world.createCluster();
    await world.createOwned(ShellConfig, await world.createMachine({ bootstrap: ShellConfig }));
    await world.settled();
    const { metadata, data } = await world.secret("m1");
    const before = world.writes().length;

    await world.patch(ShellConfig.kind, "m1", { spec: { script: "false" } });
    await world.settled();

    expect(reconciler.calls).toBe(1);
    const secret = await world.secret("m1");
    expect(secret.metadata.resourceVersion).toBe(metadata.resourceVersion);
    expect(secret.data).toEqual(data);
    // the observed generation is reported
    expect(world.writes().slice(before)).toEqual(["patch shellconfigs/m1 status"]);
  });

  test("BH-010: a config that is being deleted generates nothing", async () => {
    let calls = 0;
    class Kept extends BootstrapConfigReconciler<typeof ShellConfig> {
      readonly definition = ShellConfig;
      isReady = false;
      reconcileBootstrap() {
        calls += 1;
        return this.isReady ? outcome.data("#!/bin/sh") : outcome.pending("NotYet");
      }
      override deleteBootstrap() {
        return outcome.pending("StillGoing");
      }
    }
    const reconciler = new Kept();
    await using world = await ProviderScene.start([reconciler]);
    await world.createCluster();
    await world.createOwned(ShellConfig, await world.createMachine({ bootstrap: ShellConfig }));
    await world.settled();
    await world.delete(ShellConfig);
    await world.settled();
    const before = calls;
    expect(before).toBeGreaterThan(0);

    reconciler.isReady = true;
    await world.patch(Machine, "m1", { metadata: { annotations: { touched: "1" } } });
    await world.settled();

    expect(await world.exists(ShellConfig)).toBe(true);
    expect(calls).toBe(before);
    expect((await world.client.list(Secret, { namespace: "default" })).items).toEqual([]);
  });

  test("BT-009: the finalizer is added after the owner", async () => {
    await using world = await ProviderScene.start([new HelloMachineReconciler(new HelloCloud())]);
    await world.createCluster();
    await world.createOwned(HelloMachine, undefined);
    await world.settled();
    expect((await world.get(HelloMachine)).metadata.finalizers).toBeUndefined();

    const machine = await world.createMachine({ infrastructure: HelloMachine });
    await world.patch(HelloMachine.kind, "m1", { metadata: { ownerReferences: [ownerReference(machine)] } });
    await world.settled();

    expect((await world.get(HelloMachine)).metadata.finalizers).toHaveLength(1);
  });

  test("a field that a user changes in place is kept, and so are the provider's own values", async () => {
    const cloud = new HelloCloud();
    await using world = await ProviderScene.start([new HelloMachineReconciler(cloud)]);
    await world.createCluster();
    await world.createDataSecret("m1", "#cloud-config");
    await world.createOwned(
      HelloMachine,
      await world.createMachine({ infrastructure: HelloMachine, dataSecretName: "m1" }),
    );
    await world.settled();
    const before = await world.get(HelloMachine);

    await world.patch(HelloMachine.kind, "m1", { spec: { size: "large" } });
    await world.settled();

    const after = await world.get(HelloMachine);
    expect(after.spec).toEqual({ ...before.spec, size: "large" });
    expect(after.status?.initialization).toEqual({ provisioned: true });
    expect(after.status?.addresses).toEqual(before.status?.addresses);
    expect(cloud.servers.size).toBe(1);
  });

  test("PC-019: each object may have its own credentials in one instance of the provider", async () => {
    const used = new Map<string, string | undefined>();
    await using scene = await startOddMachine(
      OddMachine,
      async (scope) => {
        const { name } = scope.object.metadata;
        used.set(name, (await scope.secret(`credentials-of-${name}`))?.token);
        return outcome.provisioned({ providerID: `odd://${name}` });
      },
      { ready: false },
    );
    for (const name of ["m1", "m2"]) {
      await scene.world.createDataSecret(`credentials-of-${name}`, `token of ${name}`, {
        labeled: false,
        key: "token",
      });
      await addOddMachine(scene.world, OddMachine, name);
    }
    await scene.world.settled();

    expect(used).toEqual(
      new Map([
        ["m1", "token of m1"],
        ["m2", "token of m2"],
      ]),
    );
  });

  test("BP-001: an author's log line is JSON, and has the object, its owner and its Cluster under their kinds", async () => {
    await using scene = await startOddMachine(OddMachine, (scope) => {
      scope.logger.info("Looking for the server", { zone: "a" });
      return outcome.provisioned({ providerID: "odd://1" });
    });

    const lines = scene.world.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.find(({ msg, message }) => (msg ?? message) === "Looking for the server")).toMatchObject({
      OddMachine: "default/m1",
      Machine: "default/m1",
      Cluster: "default/c1",
      zone: "a",
    });
  });
});
