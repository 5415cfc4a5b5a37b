import { patienceMs } from "@capstan/harness/patience";
import { Cluster, ConfigMap } from "@capstan/provider";
import { expect, test } from "vitest";
import { acquireInitLock } from "../../src/lock/init-lock.ts";
import { KubeadmScene } from "../scene/kubeadm-scene.ts";

const namespace = "default";

test("a machine that asks with an old Cluster, after the control plane was initialized, does not get the lock", async () => {
  // given a Cluster as a cache had it before the control plane was initialized, and the lock free again
  await using world = await KubeadmScene.start();
  const old = await world.client.get(Cluster, { namespace, name: "c1" });
  await world.initializeControlPlane();

  // when a machine asks for the lock with it
  const lock = await acquireInitLock(world.client, old, "cp-1", AbortSignal.timeout(patienceMs));

  // then it must not initialize a second control plane, and leaves no lock behind
  expect(lock).toEqual({ state: "initialized" });
  const { items } = await world.client.list(ConfigMap, { namespace });
  expect(items.map(({ metadata }) => metadata.name)).not.toContain("c1-lock");
});

test("the holder gets it again while the control plane is not initialized", async () => {
  await using world = await KubeadmScene.start();
  const cluster = await world.client.get(Cluster, { namespace, name: "c1" });
  const ask = (machine: string) => acquireInitLock(world.client, cluster, machine, AbortSignal.timeout(patienceMs));

  expect([await ask("cp-0"), await ask("cp-0")]).toEqual([{ state: "acquired" }, { state: "acquired" }]);
});
