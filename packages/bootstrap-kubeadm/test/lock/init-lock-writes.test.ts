import { patienceMs } from "@capstan/harness/patience";
import { ApiServer } from "@capstan/apiserver";
import { type Client, Cluster, ConfigMap, createClient, isNotFound, Machine } from "@capstan/provider";
import { expect, test } from "vitest";
import { acquireInitLock, giveUpInitLock, releaseInitLock } from "../../src/lock/init-lock.ts";
import { KubeadmScene } from "../scene/kubeadm-scene.ts";

const namespace = "default";
const key = { namespace, name: "c1-lock" };
const signal = AbortSignal.timeout(patienceMs);

const lockOf = (machineName: string, finalizers: string[] = []): ConfigMap => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { ...key, finalizers },
  data: { "lock-information": JSON.stringify({ machineName }) },
});

async function holder(client: Client): Promise<unknown> {
  try {
    const { data } = await client.get(ConfigMap, key);
    return JSON.parse(data?.["lock-information"] ?? "");
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** A server with a Cluster for the lock, and without a provider that would request the lock. */
async function server() {
  const running = await ApiServer.start();
  const client = createClient({ kubeconfig: running.kubeconfig, userAgent: "test/1" });
  const cluster = { metadata: { namespace, name: "c1", uid: "u" } } as Cluster;
  return {
    client,
    cluster,
    async [Symbol.asyncDispose]() {
      await client.close();
      await running.close();
    },
  };
}

/** A client that runs a function before each delete. */
function overtaken(client: Client, before: () => Promise<unknown>): Client {
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return async (...args: unknown[]): Promise<unknown> => {
        if (name === "delete") await before();
        return Reflect.apply(value, target, args) as unknown;
      };
    },
  });
}

test("only the Machine that holds the lock releases it", async () => {
  await using env = await server();
  await env.client.create(ConfigMap, lockOf("cp-0"));
  await giveUpInitLock(env.client, env.cluster, "cp-1", signal);
  expect(await holder(env.client)).toEqual({ machineName: "cp-0" });
  await giveUpInitLock(env.client, env.cluster, "cp-0", signal);
  expect(await holder(env.client)).toBeUndefined();
  // and releasing a missing lock succeeds
  await giveUpInitLock(env.client, env.cluster, "cp-0", signal);
});

test("a ConfigMap with the name of the lock but other content is not released", async () => {
  await using env = await server();
  await env.client.create(ConfigMap, { ...lockOf("cp-0"), data: { other: "x" } });
  await releaseInitLock(env.client, env.cluster, signal);
  expect((await env.client.get(ConfigMap, key)).data).toEqual({ other: "x" });
});

test("a lock that another Machine has recreated since the read stays with that Machine", async () => {
  await using env = await server();
  await env.client.create(ConfigMap, lockOf("cp-0"));
  const late = overtaken(env.client, async () => {
    await env.client.delete(ConfigMap, key);
    await env.client.create(ConfigMap, lockOf("cp-1"));
  });
  await giveUpInitLock(late, env.cluster, "cp-0", signal);
  expect(await holder(env.client)).toEqual({ machineName: "cp-1" });
});

test("a lock whose holder has changed since the read stays with the new holder", async () => {
  await using env = await server();
  await env.client.create(ConfigMap, lockOf("cp-0"));
  const late = overtaken(env.client, () =>
    env.client.patch(ConfigMap, key, { type: "merge", body: { data: lockOf("cp-1").data } }),
  );
  await giveUpInitLock(late, env.cluster, "cp-0", signal);
  expect(await holder(env.client)).toEqual({ machineName: "cp-1" });
});

/** A client that changes something other than the holder in the ConfigMap before each of the first deletes. */
function touched(client: Client, times: number): Client {
  let left = times;
  return overtaken(client, async () => {
    if (left === 0) return;
    left -= 1;
    const body = { metadata: { annotations: { touched: String(left) } } };
    await client.patch(ConfigMap, key, { type: "merge", body });
  });
}

test.each<[string, (client: Client, cluster: Cluster) => Promise<void>]>([
  ["released", (client, cluster) => releaseInitLock(client, cluster, signal)],
  ["given up", (client, cluster) => giveUpInitLock(client, cluster, "cp-0", signal)],
])(
  "a lock that is %s is deleted although another client has changed its ConfigMap since the read",
  async (_title, act) => {
    await using env = await server();
    await env.client.create(ConfigMap, lockOf("cp-0"));
    await act(touched(env.client, 1), env.cluster);
    expect(await holder(env.client)).toBeUndefined();

    // and after repeated conflicts, it is not reported as deleted
    await env.client.create(ConfigMap, lockOf("cp-0"));
    await expect(act(touched(env.client, 10), env.cluster)).rejects.toMatchObject({ status: 409 });
    expect(await holder(env.client)).toEqual({ machineName: "cp-0" });
  },
);

test("a Machine of another Cluster in the namespace cannot hold the lock", async () => {
  await using world = await KubeadmScene.start();
  await world.createMachine("of-c1");
  const { metadata, ...rest } = await world.client.get(Machine, { namespace, name: "of-c1" });
  await world.client.create(Machine, {
    ...rest,
    metadata: { namespace, name: "of-c2", labels: { ...metadata.labels } },
    spec: { ...rest.spec, clusterName: "c2" },
  });
  const cluster = await world.client.get(Cluster, { namespace, name: "c1" });
  await world.client.create(ConfigMap, lockOf("of-c1"));
  expect(await acquireInitLock(world.client, cluster, "cp-0", signal)).toEqual({ state: "held", holder: "of-c1" });

  const body = lockOf("of-c2").data;
  await world.client.patch(ConfigMap, key, { type: "merge", body: { data: body } });
  expect(await acquireInitLock(world.client, cluster, "cp-0", signal)).toEqual({ state: "acquired" });
  expect(await holder(world.client)).toEqual({ machineName: "cp-0" });
});

test("the lock of a deleted Machine is taken over, but not from a Machine that took it over first", async () => {
  await using world = await KubeadmScene.start();
  const cluster = await world.client.get(Cluster, { namespace, name: "c1" });
  await world.client.create(ConfigMap, lockOf("gone"));
  const late = overtaken(world.client, async () => {
    await world.client.delete(ConfigMap, key);
    await world.client.create(ConfigMap, lockOf("cp-1"));
  });
  expect(await acquireInitLock(late, cluster, "cp-0", signal)).toEqual({ state: "held", holder: "cp-1" });
  expect(await holder(world.client)).toEqual({ machineName: "cp-1" });
});
