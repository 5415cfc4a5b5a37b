import { patienceMs } from "@capstan/harness/patience";
import { Cluster, ConfigMap } from "@capstan/provider";
import { expect, test } from "vitest";
import { acquireInitLock } from "../../src/lock/init-lock.ts";
import { KubeadmScene } from "../scene/kubeadm-scene.ts";

const namespace = "default";

test("a machine with an outdated Cluster does not get the lock after the control plane was initialized", async () => {
  // given an outdated Cluster from before the control plane was initialized, and a free lock
  await using world = await KubeadmScene.start();
  const old = await world.client.get(Cluster, { namespace, name: "c1" });
  await world.initializeControlPlane();

  // when a machine requests the lock with that Cluster
  const lock = await acquireInitLock(world.client, old, "cp-1", AbortSignal.timeout(patienceMs));

  // then it must not initialize a second control plane, and leaves no lock
  expect(lock).toEqual({ state: "initialized" });
  const { items } = await world.client.list(ConfigMap, { namespace });
  expect(items.map(({ metadata }) => metadata.name)).not.toContain("c1-lock");
});

test("the holder acquires the lock again until the control plane is initialized", async () => {
  await using world = await KubeadmScene.start();
  const cluster = await world.client.get(Cluster, { namespace, name: "c1" });
  const ask = (machine: string) => acquireInitLock(world.client, cluster, machine, AbortSignal.timeout(patienceMs));

  expect([await ask("cp-0"), await ask("cp-0")]).toEqual([{ state: "acquired" }, { state: "acquired" }]);
});
