import { ApiServer } from "@capstan/apiserver";
import { expect, test } from "vitest";
import { Cache, ConfigMap, createClient, RemoteClusters, Secret, requestPath } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { json, ScriptedServer } from "./support/scripted-server.ts";
import { until } from "./support/until.ts";

const key = (name: string) => ({ name, namespace: "default" });

function kubeconfigSecret(name: string, kubeconfig: string): Secret {
  const value = Buffer.from(kubeconfig).toString("base64");
  return { apiVersion: "v1", kind: "Secret", metadata: key(name), data: { value } };
}

async function world() {
  const management = await ApiServer.start();
  const client = createClient({ kubeconfig: management.kubeconfig, userAgent: "remote-test/1" });
  const cache = new Cache({ client });
  cache.start();
  const clock = new FakeClock();
  // Some clusters in this file are scripted, and speak plain HTTP.
  const remotes = new RemoteClusters({ cache, clock, userAgent: "remote-test/1", insecureKubeconfig: { tls: true } });
  return {
    client,
    cache,
    clock,
    remotes,
    /** Stores a Secret and waits until the cache has it. */
    store: async (secret: Secret) => {
      const stored = await client
        .create(Secret, secret)
        .catch(() => client.patch(Secret, secret.metadata, { type: "merge", body: { data: secret.data } }));
      const informer = cache.informer(Secret);
      await informer.waitForSync();
      await until(() => informer.get(stored.metadata)?.metadata.resourceVersion === stored.metadata.resourceVersion);
    },
    async [Symbol.asyncDispose]() {
      await remotes.close();
      await cache.stop();
      await client.close();
      await management.close();
    },
  };
}

test("a cluster is reached through its Secret, by one shared client and cache", async () => {
  await using env = await world();
  await using workload = await ApiServer.start();
  await env.store(kubeconfigSecret("a", workload.kubeconfig));
  const [first, second] = await Promise.all([env.remotes.get(key("a")), env.remotes.get(key("a"))]);
  expect(first).toBe(second);
  const map: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: key("there") };
  await first.client.create(ConfigMap, map);
  expect(await first.cache.get(ConfigMap, key("there"))).toMatchObject({ metadata: { name: "there" } });
  // and when the cluster is forgotten, the next caller gets a new client
  env.remotes.forget(key("a"));
  expect(await env.remotes.get(key("a"))).not.toBe(first);
});

test("a Secret whose data changes gets a new client", async () => {
  await using env = await world();
  await using before = await ApiServer.start();
  await using after = await ApiServer.start();
  await env.store(kubeconfigSecret("a", before.kubeconfig));
  const first = await env.remotes.get(key("a"));
  await env.store(kubeconfigSecret("a", after.kubeconfig));
  const second = await env.remotes.get(key("a"));
  expect([first.client.server, second.client.server]).toEqual([before.url, after.url]);
  await expect(first.client.request("GET", requestPath`/version`)).rejects.toMatchObject({ code: "Stopped" });
});

test("a cluster requested while the Secrets are read, and closed before then, is not connected to", async () => {
  await using env = await world();
  await using workload = await ApiServer.start();
  await env.client.create(Secret, kubeconfigSecret("a", workload.kubeconfig));
  const asked = env.remotes.get(key("a"));
  await env.remotes.close();
  await expect(asked).rejects.toMatchObject({ code: "Stopped" });
  expect(env.remotes.healthy()).toEqual([]);
});

test("a dead cluster is retried quickly at first, then every 5 s at most, and blocks no other cluster", async () => {
  // given a cluster that cuts every connection, and a healthy one
  await using env = await world();
  await using well = await ApiServer.start();
  await using dead = await ScriptedServer.start((_request, response) => response.destroy());
  await env.store(kubeconfigSecret("dead", dead.kubeconfig));
  await env.store(kubeconfigSecret("well", well.kubeconfig));
  const refused = () =>
    expect(env.remotes.get(key("dead"))).rejects.toMatchObject({
      code: "RemoteUnavailable",
      retry: "backoff",
      message: "The cluster of Secret default/dead is unresponsive",
      cause: { code: "ConnectionFailed" },
    });
  // when both are requested at the same time, and again and again
  const first = refused();
  await expect(env.remotes.get(key("well"))).resolves.toBeDefined();
  await first;
  const attempts: number[] = [dead.requests.length];
  for (const waitMs of [0, 100, 100, 100]) {
    await env.clock.advance(waitMs);
    await refused();
    attempts.push(dead.requests.length);
  }
  // then the dead cluster is tried when it is due, and earlier callers get the same error
  expect(attempts).toEqual([1, 1, 2, 2, 3]);
});

test("a cluster that is lost and recovers reports both", async () => {
  // given a cluster with one watched kind
  await using env = await world();
  let isThere = true;
  await using workload = await ScriptedServer.start(({ query }, response) => {
    if (!isThere) response.destroy();
    else if (query.get("watch") === "true") response.writeHead(200).flushHeaders();
    else
      json(response, 200, { kind: "ConfigMapList", apiVersion: "v1", metadata: { resourceVersion: "1" }, items: [] });
  });
  await env.store(kubeconfigSecret("a", workload.kubeconfig));
  const cluster = await env.remotes.get(key("a"));
  await cluster.cache.list(ConfigMap, { allNamespaces: true });
  const changes: string[] = [];
  const stop = cluster.onHealthChange(() => changes.push(cluster.problem === undefined ? "well" : "gone"));
  // when it ends, and answers again later
  isThere = false;
  workload.cut();
  await until(() => changes.length === 1);
  await expect(env.remotes.get(key("a"))).rejects.toMatchObject({ code: "RemoteUnavailable" });
  isThere = true;
  await until(() => changes.length === 2);
  // then both were reported, once, and the connection is the same as before
  expect(changes).toEqual(["gone", "well"]);
  expect(await env.remotes.get(key("a"))).toBe(cluster);
  stop();
});

test("a listener that registers for the next answer only after it arrived is still called", async () => {
  // given a cluster that did not answer
  await using env = await world();
  let isThere = false;
  await using workload = await ScriptedServer.start((_request, response) => {
    if (isThere) json(response, 200, {});
    else response.destroy();
  });
  await env.store(kubeconfigSecret("a", workload.kubeconfig));
  await expect(env.remotes.get(key("a"))).rejects.toMatchObject({ code: "RemoteUnavailable" });
  // and does, before anyone who saw the error has registered
  isThere = true;
  await env.clock.advance(100);
  await env.remotes.get(key("a"));
  // when a listener registers
  let calls = 0;
  env.remotes.onceReachable(key("a"), "late", () => {
    calls += 1;
  });
  // then it is called, once
  expect(calls).toBe(1);
});

test.each([
  ["is missing", undefined, "does not exist"],
  ["has no kubeconfig", { other: "eA==" }, 'has no "value"'],
  ["has one that cannot be read", { value: Buffer.from(": : [").toString("base64") }, "cannot be used"],
])("a Secret that %s is a typed error", async (_name, data, message) => {
  await using env = await world();
  if (data !== undefined) await env.store({ ...kubeconfigSecret("a", ""), data: data });
  await expect(env.remotes.get(key("a"))).rejects.toMatchObject({
    code: "RemoteUnavailable",
    message: expect.stringContaining(message) as string,
  });
});
