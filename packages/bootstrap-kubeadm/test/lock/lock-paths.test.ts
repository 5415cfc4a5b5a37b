import { ConfigMap, isNotFound, Machine, Secret } from "@capstan/provider";
import { describe, expect, test } from "vitest";
import { KubeadmConfig } from "../../src/index.ts";
import { type Fault } from "../scene/faults.ts";
import { KubeadmScene } from "../scene/kubeadm-scene.ts";

const namespace = "default";

/** The holder of the init lock, from its ConfigMap; undefined if the lock is free. */
async function lockHolder(world: KubeadmScene): Promise<string | undefined> {
  try {
    const { data } = await world.client.get(ConfigMap, { namespace, name: "c1-lock" });
    return data?.["lock-information"];
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

const heldBy = (machine: string): string => JSON.stringify({ machineName: machine });

/** The machines that have data for kubeadm init. */
async function initializing(world: KubeadmScene, ...names: string[]): Promise<string[]> {
  const found = await Promise.all(names.map(async (name) => [name, await world.data(name)] as const));
  return found.filter(([, data]) => data?.includes("kubeadm init") === true).map(([name]) => name);
}

async function putLock(world: KubeadmScene, machine: string): Promise<void> {
  await world.client.create(ConfigMap, {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { namespace, name: "c1-lock" },
    data: { "lock-information": heldBy(machine) },
  });
}

describe("a machine that holds the init lock and gets no data releases it", () => {
  test.each<[string, Fault]>([
    ["its data Secret is refused", { verb: "create", kind: "Secret", name: "cp-0", answer: 403 }],
    ["a certificate's Secret is refused", { verb: "create", kind: "Secret", name: "c1-ca", answer: 403 }],
    ["certificates may not be read", { verb: "get", kind: "Secret", name: "c1-etcd", answer: 403 }],
  ])("%s: exactly one machine initializes", async (_title, fault) => {
    await using world = await KubeadmScene.start();
    world.faults.add(fault);
    await world.createMachine("cp-0", { controlPlane: true });
    expect(world.faults.met).not.toEqual([]);
    expect(await lockHolder(world)).toBeUndefined();
    expect(await world.condition("cp-0", "Ready")).toMatchObject({ reason: "ReconcileError" });
    expect(await world.events()).toMatchObject([{ type: "Warning", reason: "ReconcileError", about: "cp-0" }]);

    world.faults.clear();
    world.faults.add({ verb: "create", kind: "Secret", name: "cp-0", answer: 403 });
    await world.createMachine("cp-1", { controlPlane: true });
    world.faults.clear();
    await world.clock.advance({ minutes: 10 });

    expect(await initializing(world, "cp-0", "cp-1")).toHaveLength(1);
    const [initializes = ""] = await initializing(world, "cp-0", "cp-1");
    expect(await lockHolder(world)).toBe(heldBy(initializes));
  });

  test("another object owns the name of its data Secret", async () => {
    await using world = await KubeadmScene.start();
    await world.createSecret("cp-0", { value: "theirs" });
    const owner = { apiVersion: "v1", kind: "Thing", name: "t", uid: "1", controller: true };
    const body = { metadata: { ownerReferences: [owner] } };
    await world.client.patch(Secret, { namespace, name: "cp-0" }, { type: "merge", body });
    await world.createMachine("cp-0", { controlPlane: true });
    expect(await world.condition("cp-0", "DataSecretAvailable")).toMatchObject({ reason: "SecretControlledByOther" });
    expect(await lockHolder(world)).toBeUndefined();

    await world.createMachine("cp-1", { controlPlane: true });

    expect(await initializing(world, "cp-0", "cp-1")).toEqual(["cp-1"]);
  });

  test("an unowned Secret with other content has the name of its data Secret", async () => {
    await using world = await KubeadmScene.start();
    await world.createSecret("cp-0", { password: "theirs" });
    await world.createMachine("cp-0", { controlPlane: true });
    expect(await world.condition("cp-0", "DataSecretAvailable")).toMatchObject({ reason: "SecretNotOfConfig" });
    expect(await lockHolder(world)).toBeUndefined();

    await world.createMachine("cp-1", { controlPlane: true });

    expect(await initializing(world, "cp-0", "cp-1")).toEqual(["cp-1"]);
  });

  test("its data is too large for a Secret", async () => {
    await using world = await KubeadmScene.start();
    await world.createSecret("large", { k: "x".repeat(700_000) });
    const contentFrom = { secret: { name: "large", key: "k" } };
    const files = [1, 2].map((index) => ({ path: `/${index}`, contentFrom }));
    await world.createMachine("cp-0", { controlPlane: true, spec: { files } });
    expect(await world.condition("cp-0", "DataSecretAvailable")).toMatchObject({ reason: "BootstrapDataTooLarge" });
    expect(await lockHolder(world)).toBeUndefined();

    await world.createMachine("cp-1", { controlPlane: true });

    expect(await initializing(world, "cp-0", "cp-1")).toEqual(["cp-1"]);
  });
});

describe("a machine whose data may be stored keeps the init lock", () => {
  test.each<[string, Fault]>([
    ["the answer is lost", { verb: "create", kind: "Secret", name: "cp-0", answer: "lost", times: 1 }],
    ["the server fails", { verb: "create", kind: "Secret", name: "cp-0", answer: 500, times: 1 }],
    ["the server is busy", { verb: "create", kind: "Secret", name: "cp-0", answer: 429, times: 1 }],
  ])("%s: it alone initializes", async (_title, fault) => {
    await using world = await KubeadmScene.start();
    world.faults.add(fault);
    await world.createMachine("cp-0", { controlPlane: true });
    expect(world.faults.met).toHaveLength(1);
    expect(await lockHolder(world)).toBe(heldBy("cp-0"));

    await world.createMachine("cp-1", { controlPlane: true });
    await world.clock.advance({ minutes: 10 });

    expect(await initializing(world, "cp-0", "cp-1")).toEqual(["cp-0"]);
    expect(await lockHolder(world)).toBe(heldBy("cp-0"));
  });

  test("also if the cache lacks the Secret and the machine now waits for certificates", async () => {
    await using world = await KubeadmScene.start();
    // given a holder whose data is stored, but missing from the provider's cache
    await world.stopProvider();
    const external = { endpoints: ["https://etcd:2379"], caFile: "/ca", certFile: "/cert", keyFile: "/key" };
    await world.createMachine("cp-0", { controlPlane: true, spec: { clusterConfiguration: { etcd: { external } } } });
    const { metadata } = await world.client.get(KubeadmConfig.kind, { namespace, name: "cp-0" });
    await world.createSecret("cp-0", { value: "#cloud-config" });
    const { apiVersion, kind } = { apiVersion: "bootstrap.cluster.x-k8s.io/v1beta2", kind: "KubeadmConfig" };
    const owner = { apiVersion, kind, name: "cp-0", uid: metadata.uid ?? "", controller: true };
    const body = { metadata: { ownerReferences: [owner] } };
    await world.client.patch(Secret, { namespace, name: "cp-0" }, { type: "merge", body });
    await putLock(world, "cp-0");

    // when the provider reconciles it, and a certificate of the user is missing
    await world.startProvider();
    await world.settled();

    // then no other machine may initialize
    expect(await world.condition("cp-0", "DataSecretAvailable")).toMatchObject({ reason: "WaitingForCertificates" });
    expect(await lockHolder(world)).toBe(heldBy("cp-0"));
  });

  test("and acquires it again after a restart of the provider", async () => {
    await using world = await KubeadmScene.start();
    world.faults.add({ verb: "create", kind: "Secret", name: "cp-0", answer: 500 });
    await world.createMachine("cp-0", { controlPlane: true });
    await world.stopProvider();
    world.faults.clear();
    await world.createMachine("cp-1", { controlPlane: true });
    await world.startProvider();
    await world.settled();

    expect(await initializing(world, "cp-0", "cp-1")).toEqual(["cp-0"]);
  });
});

describe("the init lock of a machine", () => {
  test("whose config is deleted is kept for the next config, because the machine may have booted", async () => {
    await using world = await KubeadmScene.start();
    world.faults.add({ verb: "create", kind: "Secret", name: "cp-0", answer: 500 });
    await world.createMachine("cp-0", { controlPlane: true });
    const { metadata } = await world.client.get(KubeadmConfig.kind, { namespace, name: "cp-0" });
    await world.client.delete(KubeadmConfig.kind, { namespace, name: "cp-0" });
    world.faults.clear();
    await world.createMachine("cp-1", { controlPlane: true });
    await world.clock.advance({ minutes: 2 });
    expect(await lockHolder(world)).toBe(heldBy("cp-0"));
    expect(await initializing(world, "cp-1")).toEqual([]);

    const [owner] = metadata.ownerReferences ?? [];
    if (owner === undefined) throw new Error("the config had no owner");
    await world.createConfig("cp-0", owner);

    expect(await initializing(world, "cp-0", "cp-1")).toEqual(["cp-0"]);
  });

  test("that is deleted goes to another machine, even if the machine had no data", async () => {
    await using world = await KubeadmScene.start();
    world.faults.add({ verb: "create", kind: "Secret", name: "cp-0", answer: 500 });
    await world.createMachine("cp-0", { controlPlane: true });
    await world.createMachine("cp-1", { controlPlane: true });
    await world.client.delete(KubeadmConfig.kind, { namespace, name: "cp-0" });
    await world.client.delete(Machine, { namespace, name: "cp-0" });
    await world.clock.advance({ seconds: 31 });

    expect(await initializing(world, "cp-1")).toEqual(["cp-1"]);
    expect(await lockHolder(world)).toBe(heldBy("cp-1"));
  });

  test("that never existed goes to the first machine that requests it", async () => {
    await using world = await KubeadmScene.start();
    await putLock(world, "long-gone");
    await world.createMachine("cp-0", { controlPlane: true });

    expect(await lockHolder(world)).toBe(heldBy("cp-0"));
    expect(await initializing(world, "cp-0")).toEqual(["cp-0"]);
  });

  test("is kept while the existence of that machine is unknown", async () => {
    await using world = await KubeadmScene.start();
    await putLock(world, "long-gone");
    world.faults.add({ verb: "get", kind: "Machine", name: "long-gone", answer: 500 });
    await world.createMachine("cp-0", { controlPlane: true });
    expect(await lockHolder(world)).toBe(heldBy("long-gone"));
    expect(await initializing(world, "cp-0")).toEqual([]);

    world.faults.clear();
    await world.clock.advance({ minutes: 1 });
    expect(await initializing(world, "cp-0")).toEqual(["cp-0"]);
  });
});

describe("exactly one machine initializes if a request for the init lock fails:", () => {
  test.each<[string, Fault]>([
    ["reading it", { verb: "get", kind: "ConfigMap", answer: 500, times: 1 }],
    ["making it", { verb: "create", kind: "ConfigMap", answer: 500, times: 1 }],
    ["the answer of making it", { verb: "create", kind: "ConfigMap", answer: "lost", times: 1 }],
    ["reading the Cluster once it is held", { verb: "get", kind: "Cluster", answer: 500, times: 1 }],
    ["reading it, again and again", { verb: "get", kind: "ConfigMap", answer: 500, times: 5 }],
  ])("%s", async (_title, fault) => {
    await using world = await KubeadmScene.start();
    world.faults.add(fault);
    await world.createMachine("cp-0", { controlPlane: true });
    await world.createMachine("cp-1", { controlPlane: true });
    await world.clock.advance({ minutes: 5 });

    expect(world.faults.met).toHaveLength(fault.times ?? 0);
    const [holder = "", ...others] = await initializing(world, "cp-0", "cp-1");
    expect(others).toEqual([]);
    expect(await lockHolder(world)).toBe(heldBy(holder));
  });

  test.each([
    ["fails", 500],
    ["meets someone else's changes", 409],
  ])("a release that %s when others join: they wait until the lock is released", async (_title, answer) => {
    await using world = await KubeadmScene.start();
    await world.createMachine("cp-0", { controlPlane: true });
    await world.createMachine("w-0");
    world.faults.add({ verb: "delete", kind: "ConfigMap", answer, times: 2 });
    await world.initializeControlPlane();
    await world.clock.advance({ minutes: 1 });

    expect(world.faults.met).toHaveLength(2);
    expect(await lockHolder(world)).toBeUndefined();
    expect(await world.data("w-0")).toContain("kubeadm join");
  });

  test("releasing it: the next reconcile releases it", async () => {
    await using world = await KubeadmScene.start();
    const external = { endpoints: ["https://etcd:2379"], caFile: "/ca", certFile: "/cert", keyFile: "/key" };
    world.faults.add({ verb: "delete", kind: "ConfigMap", answer: 500, times: 1 });
    await world.createMachine("cp-0", { controlPlane: true, spec: { clusterConfiguration: { etcd: { external } } } });
    await world.clock.advance({ minutes: 2 });
    expect(world.faults.met).toHaveLength(1);
    expect(await lockHolder(world)).toBeUndefined();
  });
});

test("a foreign ConfigMap with the lock's name is kept when the control plane is initialized", async () => {
  await using world = await KubeadmScene.start();
  await world.createMachine("cp-0", { controlPlane: true });
  await world.client.delete(ConfigMap, { namespace, name: "c1-lock" });
  await world.client.create(ConfigMap, {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { namespace, name: "c1-lock" },
    data: { something: "else" },
  });
  await world.createMachine("w-0");
  await world.initializeControlPlane();

  expect(await world.data("w-0")).toContain("kubeadm join");
  const { data } = await world.client.get(ConfigMap, { namespace, name: "c1-lock" });
  expect(data).toEqual({ something: "else" });
});
