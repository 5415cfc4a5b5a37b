import { cpSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ApiServer } from "@capstan/apiserver";
import { RealApiServer } from "@capstan/testkit";
import { expect, test } from "vitest";
import { Cache, type Client, ConfigMap, createClient } from "@capstan/runtime";
import { json, ScriptedServer } from "./support/scripted-server.ts";
import { until } from "./support/until.ts";

function configMap(name: string, data: Record<string, string> = {}): ConfigMap {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, namespace: "default", labels: { restored: "" } },
    data,
  };
}

const scope = { namespace: "default", labelSelector: "restored" };
const nameOf = (index: number): string => `object-${String(index).padStart(2, "0")}`;

/** The content of the cache and the server, object by object. */
async function compared(
  client: Client,
  cache: Cache,
): Promise<{ readonly cached: string[]; readonly served: string[] }> {
  const said = ({ metadata, data }: Pick<ConfigMap, "metadata" | "data">): string =>
    `${metadata.name} ${metadata.uid ?? ""}@${metadata.resourceVersion ?? ""} ${data?.state ?? ""}`;
  const { items } = await client.list(ConfigMap, scope);
  const cached = cache.informer(ConfigMap, scope).list() as readonly ConfigMap[];
  return { cached: cached.map(said).sort(), served: items.map(said).sort() };
}

/** Fifty objects, and after `snapshot` changes to some that the snapshot lacks. */
async function liveThrough(client: Client, cache: Cache, snapshot: () => Promise<void>): Promise<void> {
  const informer = cache.informer(ConfigMap, scope);
  cache.start();
  for (let index = 0; index < 50; index += 1) {
    await client.create(ConfigMap, configMap(nameOf(index), { state: "in the snapshot" }));
  }
  await informer.waitForSync();
  await until(() => informer.list().length === 50);
  await snapshot();
  for (let index = 0; index < 10; index += 1) await client.delete(ConfigMap, configMap(nameOf(index)).metadata);
  for (let index = 10; index < 21; index += 1) {
    const body = { data: { state: "after the snapshot" } };
    await client.patch(ConfigMap, configMap(nameOf(index)).metadata, { type: "merge", body });
  }
  for (const name of ["late-1", "late-2", "late-3"]) await client.create(ConfigMap, configMap(name));
  await until(() => informer.list().length === 43 && informer.get(configMap("late-3").metadata) !== undefined);
}

test("after a restore the cache equals the server: deleted objects are back, changes and additions are not", async () => {
  // given a server with a snapshot that is older than the state the cache has seen
  const directory = mkdtempSync(path.join(tmpdir(), "restored-"));
  await using closing = new AsyncDisposableStack();
  closing.defer(() => {
    rmSync(directory, { recursive: true });
  });
  const [live = "", snapshot = ""] = ["live", "snapshot"].map((name) => path.join(directory, name));
  const server = await ApiServer.start({ dataDirectory: live });
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "restore-test/1" });
  closing.defer(() => client.close());
  const cache = new Cache({ client });
  closing.defer(() => cache.stop());
  await liveThrough(client, cache, async () => {
    cpSync(live, snapshot, { recursive: true, filter: (entry) => !statSync(entry).isSocket() });
    await Promise.resolve();
  });
  // when the server continues from the snapshot, at the same address and without any notice
  await server.close();
  closing.use(await ApiServer.start({ dataDirectory: snapshot, port: server.port }));
  const informer = cache.informer(ConfigMap, scope);
  await until(() => informer.list().length === 50);
  // then both agree, also on later changes
  const before = await compared(client, cache);
  expect(before.served).toHaveLength(50);
  expect(before.cached).toEqual(before.served);
  await client.delete(ConfigMap, configMap(nameOf(30)).metadata);
  await client.create(ConfigMap, configMap("new"));
  await until(() => informer.get(configMap("new").metadata) !== undefined);
  const after = await compared(client, cache);
  expect(after.cached).toEqual(after.served);
});

/** A collection that a test sets, with its lists delayed on request. */
interface Played {
  resourceVersion: string;
  items: ConfigMap[];
}

function versioned(name: string, resourceVersion: string, uid = `uid-${name}`): ConfigMap {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace: "default", uid, resourceVersion } };
}

async function followPlayed(played: Played) {
  const gates: (() => Promise<void>)[] = [];
  let watches = 0;
  const waiting: ((line: object) => void)[] = [];
  const server = await ScriptedServer.start(({ query }, response) => {
    if (query.get("watch") === "true") {
      watches += 1;
      response.writeHead(200, { "content-type": "application/json" }).flushHeaders();
      waiting.push((line) => response.write(`${JSON.stringify(line)}\n`));
      return;
    }
    // As on the server: the content of a list is fixed when the request arrives.
    const { items, resourceVersion } = structuredClone(played);
    const answer = { kind: "ConfigMapList", apiVersion: "v1", metadata: { resourceVersion }, items };
    const gate = gates.shift();
    void (gate?.() ?? Promise.resolve()).then(() => {
      json(response, 200, answer);
    });
  });
  const client = createClient({ ...server.access, userAgent: "restore-test/1" });
  const cache = new Cache({ client });
  const informer = cache.informer(ConfigMap);
  const byUid = informer.addIndex("by uid", ({ metadata }) => [metadata.uid ?? ""]);
  cache.start();
  await until(() => watches === 1);
  return {
    cache,
    informer,
    byUid,
    versions: () => informer.list().map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion ?? ""}`),
    /** Ends the watch with 410. @param gate - holds the answer of the list that follows. */
    expire: (gate?: () => Promise<void>) => {
      if (gate !== undefined) gates.push(gate);
      waiting.at(-1)?.({ type: "ERROR", object: { kind: "Status", code: 410, reason: "Expired" } });
    },
    relisted: () => until(() => watches === 2),
    async [Symbol.asyncDispose]() {
      await cache.stop();
      await client.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

test("a list that is older than the cache replaces it", async () => {
  // given objects of versions up to 100, one of which has been deleted
  const played = { resourceVersion: "100", items: ["a", "b", "c"].map((name) => versioned(name, "100")) };
  await using world = await followPlayed(played);
  world.cache.observeDelete(ConfigMap, { name: "c", namespace: "default" }, "uid-c");
  world.cache.observe(ConfigMap, versioned("d", "110"));
  expect(world.versions()).toEqual(["a@100", "b@100", "d@110"]);
  // when the server lists a history that ends at 50, in which a is older, b was another object, and c exists
  played.resourceVersion = "50";
  played.items = [versioned("a", "40"), versioned("b", "41", "uid-b0"), versioned("c", "42")];
  world.expire();
  await world.relisted();
  // then the cache has this list, and is caught up
  expect(world.versions().sort()).toEqual(["a@40", "b@41", "c@42"]);
  expect(world.byUid.in("default", "uid-b")).toEqual([]);
  expect(world.byUid.in("default", "uid-b0")).toHaveLength(1);
  expect(world.cache.isCaughtUp).toBe(true);
});

test("a list that ends later replaces versions that its history lacks", async () => {
  // given objects of versions up to 100
  const played = { resourceVersion: "100", items: ["a", "b"].map((name) => versioned(name, "100")) };
  await using world = await followPlayed(played);
  // when the restored server has reached version 120, with a as in the snapshot
  played.resourceVersion = "120";
  played.items = [versioned("a", "40"), versioned("b", "115")];
  world.expire();
  await world.relisted();
  // then the cache equals the server
  expect(world.versions().sort()).toEqual(["a@40", "b@115"]);
});

test("a write response that arrives during the list, and is newer than it, stays", async () => {
  // given a slow list
  const played = { resourceVersion: "100", items: ["a", "b", "c"].map((name) => versioned(name, "100")) };
  await using world = await followPlayed(played);
  played.resourceVersion = "110";
  let asked = false;
  const answering = Promise.withResolvers<undefined>();
  world.expire(async () => {
    asked = true;
    await answering.promise;
  });
  await until(() => asked);
  // when meanwhile the client changes a, deletes b and creates d, all after the list was taken
  world.cache.observe(ConfigMap, versioned("a", "111"));
  world.cache.observeDelete(ConfigMap, { name: "b", namespace: "default" }, "uid-b");
  world.cache.observe(ConfigMap, versioned("d", "113"));
  answering.resolve(undefined);
  await world.relisted();
  // then the list undoes none of these writes
  expect(world.versions().sort()).toEqual(["a@111", "c@100", "d@113"]);
  expect(world.cache.isCaughtUp).toBe(false);
});

test.runIf(process.env.KUBEBUILDER_ASSETS !== undefined)(
  "after a restore of etcd the cache equals the real server",
  async () => {
    await using server = await RealApiServer.start();
    await using closing = new AsyncDisposableStack();
    const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "restore-test/1" });
    closing.defer(() => client.close());
    const cache = new Cache({ client });
    closing.defer(() => cache.stop());
    // given changes after a snapshot of etcd
    await liveThrough(client, cache, () => server.saveEtcd());
    // when etcd is restored from it, and the API server is started again
    await server.restoreEtcd();
    const informer = cache.informer(ConfigMap, scope);
    await until(() => informer.list().length === 50);
    // then both agree
    const { cached, served } = await compared(client, cache);
    expect(served).toHaveLength(50);
    expect(cached).toEqual(served);
  },
);
