import type { ServerResponse } from "node:http";
import { ApiServer } from "@capstan/apiserver";
import { RealApiServer } from "@capstan/testkit";
import { describe, expect, test } from "vitest";
import { Cache, ConfigMap, createClient } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { json, type ScriptedRequest, ScriptedServer, status } from "./support/scripted-server.ts";
import { until } from "./support/until.ts";

const scope = { namespace: "default", labelSelector: "streamed" };

function configMap(name: string, resourceVersion?: string): ConfigMap {
  const metadata = { name, namespace: "default", labels: { streamed: "" } };
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: resourceVersion === undefined ? metadata : { ...metadata, uid: `uid-${name}`, resourceVersion },
  };
}

const mark = (resourceVersion: string) => ({
  kind: "ConfigMap",
  metadata: { resourceVersion, annotations: { "k8s.io/initial-events-end": "true" } },
});

describe.each([
  { name: "the embedded server", isHere: true, start: () => ApiServer.start() },
  {
    name: "kube-apiserver",
    isHere: process.env.KUBEBUILDER_ASSETS !== undefined,
    start: () => RealApiServer.start(),
  },
])("$name", ({ isHere, start }) => {
  test.runIf(isHere)(
    "a cache receives the existing objects in a watch that continues, without a list and managedFields",
    async () => {
      await using server = await start();
      const asked: string[] = [];
      const client = createClient({
        kubeconfig: server.kubeconfig,
        userAgent: "streaming/1",
        onRequest: ({ verb }) => asked.push(verb),
      });
      for (let index = 0; index < 30; index += 1) await client.create(ConfigMap, configMap(`c${index}`));
      const { items } = await client.list(ConfigMap, scope);
      asked.length = 0;
      const cache = new Cache({ client });
      const informer = cache.informer(ConfigMap, scope);
      cache.start();
      await informer.waitForSync();
      const withoutFields = items.map(({ metadata: { managedFields, ...metadata }, ...rest }) => {
        expect(managedFields).toHaveLength(1);
        return { ...rest, metadata };
      });
      const byName = (left: { metadata: { name: string } }, right: { metadata: { name: string } }): number =>
        left.metadata.name < right.metadata.name ? -1 : 1;
      expect([...(informer.list() as ConfigMap[])].sort(byName)).toEqual(withoutFields.sort(byName));
      await client.create(ConfigMap, configMap("later"));
      await until(() => informer.get(configMap("later").metadata) !== undefined);
      expect(asked).toEqual(["watch", "create"]);
      await cache.stop();
      await client.close();
    },
  );
});

/** A cache of ConfigMaps, and a server whose watches with initial events a test writes. */
async function follow(answer: (request: ScriptedRequest, response: ServerResponse) => void) {
  const lists: URLSearchParams[] = [];
  const watches: { readonly query: URLSearchParams; readonly response: ServerResponse }[] = [];
  const server = await ScriptedServer.start((request, response) => {
    const { query } = request;
    if (query.get("limit") === "1") {
      json(response, 200, { metadata: { resourceVersion: "50" }, items: [] });
    } else if (query.get("watch") !== "true") {
      lists.push(query);
      if (!query.has("sendInitialEvents") && query.has("limit")) answer(request, response);
      else json(response, 200, { metadata: { resourceVersion: "50" }, items: [configMap("listed", "40")] });
    } else {
      watches.push({ query, response });
      if (query.has("sendInitialEvents")) answer(request, response);
      else response.writeHead(200).flushHeaders();
    }
  });
  server.streamsLists = true;
  const clock = new FakeClock();
  const client = createClient({ ...server.access, userAgent: "streaming/1", clock, random: () => 0 });
  const cache = new Cache({ client, clock, random: () => 0 });
  const informer = cache.informer(ConfigMap);
  const events: string[] = [];
  informer.onEvent(({ type, object: { metadata } }) => {
    events.push(`${type} ${metadata.name}@${metadata.resourceVersion ?? ""}`);
  });
  cache.start();
  return {
    clock,
    cache,
    informer,
    events,
    lists,
    watches,
    send: (type: string, object: object) =>
      void watches.at(-1)?.response.write(`${JSON.stringify({ type, object })}\n`),
    async [Symbol.asyncDispose]() {
      await cache.stop();
      await client.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

const listed = (response: ServerResponse): void => {
  json(response, 200, { metadata: { resourceVersion: "50" }, items: [configMap("listed", "40")] });
};

test("the initial events are one list: an object changed meanwhile is in it once, and the cache is unsynced until its end", async () => {
  await using world = await follow((_request, response) => {
    response.writeHead(200).flushHeaders();
  });
  await until(() => world.watches.length === 1);
  expect(world.watches[0]?.query.get("resourceVersionMatch")).toBe("NotOlderThan");
  // when objects change and are deleted before the end
  for (const name of ["a", "b", "c"]) world.send("ADDED", configMap(name, "10"));
  world.send("MODIFIED", configMap("a", "11"));
  world.send("BOOKMARK", { kind: "ConfigMap", metadata: { resourceVersion: "11" } });
  world.send("DELETED", configMap("b", "12"));
  await world.clock.advance({ seconds: 1 });
  expect(world.informer.synced).toBe(false);
  expect(world.events).toEqual([]);
  world.send("BOOKMARK", mark("12"));
  world.send("MODIFIED", configMap("c", "13"));
  // then the cache has the remaining objects, and the same watch continues
  await until(() => world.events.length === 3);
  expect(world.events).toEqual(["added a@11", "added c@10", "updated c@13"]);
  expect(world.watches).toHaveLength(1);
  expect(world.lists).toHaveLength(0);
  // and when it ends, the next watch begins where it ended
  world.watches[0]?.response.end();
  await world.clock.advance({ seconds: 2 });
  await until(() => world.watches.length === 2);
  expect(world.watches[1]?.query.get("resourceVersion")).toBe("13");
});

test.each([400, 422])(
  "after a server answers %d, the cache uses a paged list, and does not try the watch again",
  async (code) => {
    await using world = await follow(({ query }, response) => {
      if (query.has("watch")) status(response, code, "Invalid");
      else listed(response);
    });
    await until(() => world.watches.length === 2);
    expect(world.events).toEqual(["added listed@40"]);
    expect(world.lists.map((query) => query.get("limit"))).toEqual(["500"]);
    expect(world.watches[1]?.query.get("resourceVersion")).toBe("50");
    expect(world.informer.problem).toBeUndefined();
    // and when its version is too old, the cache lists at once
    world.send("ERROR", { kind: "Status", code: 410, reason: "Expired" });
    await until(() => world.watches.length === 3);
    expect(world.lists).toHaveLength(2);
    expect(world.watches.filter(({ query }) => query.has("sendInitialEvents"))).toHaveLength(1);
  },
);

test("after 15 s of silence from a server that ignores the request for initial events, the cache lists", async () => {
  await using world = await follow(({ query }, response) => {
    if (query.has("watch")) response.writeHead(200).flushHeaders();
    else listed(response);
  });
  await until(() => world.watches.length === 1 && world.clock.nextTimerInMs !== undefined);
  await world.clock.advance({ seconds: 10 });
  // given that the server sends an event now and then: then the cache waits
  world.send("ADDED", configMap("a", "10"));
  await until(() => world.watches[0]?.response.writableLength === 0);
  for (let turns = 0; turns < 50; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  await world.clock.advance({ seconds: 14 });
  expect(world.lists).toHaveLength(0);
  await world.clock.advance({ seconds: 2 });
  await until(() => world.watches.length === 2);
  expect(world.events).toEqual(["added listed@40"]);
});

test("after a server, perhaps a slow one, ends the watch before all initial events, the cache lists", async () => {
  await using world = await follow(({ query }, response) => {
    if (query.has("watch")) response.writeHead(200).flushHeaders();
    else listed(response);
  });
  await until(() => world.watches.length === 1);
  world.send("ADDED", configMap("a", "10"));
  world.watches[0]?.response.end();
  await until(() => world.clock.nextTimerInMs !== undefined && world.watches[0]?.response.writableFinished === true);
  await world.clock.advance({ seconds: 2 });
  await until(() => world.watches.length === 2);
  expect(world.events).toEqual(["added listed@40"]);
  expect(world.watches[1]?.query.get("resourceVersion")).toBe("50");
});

test("a watch that breaks before the end of its initial events changes nothing, and is started again", async () => {
  await using world = await follow((_request, response) => {
    response.writeHead(200).flushHeaders();
  });
  await until(() => world.watches.length === 1);
  world.send("ADDED", configMap("a", "10"));
  world.send("BOOKMARK", mark("10"));
  await until(() => world.events.length === 1);
  world.send("ERROR", { kind: "Status", code: 410, reason: "Expired" });
  await until(() => world.watches.length === 2);
  // when the second watch breaks in the middle
  world.send("ADDED", configMap("b", "11"));
  await until(() => world.watches[1]?.response.writableLength === 0);
  world.watches[1]?.response.destroy();
  await until(() => world.informer.problem !== undefined);
  expect(world.informer.list().map(({ metadata }) => metadata.name)).toEqual(["a"]);
  await world.clock.advance(200);
  await until(() => world.watches.length === 3);
  expect(world.watches[2]?.query.has("sendInitialEvents")).toBe(true);
  world.send("ADDED", configMap("b", "11"));
  world.send("BOOKMARK", mark("12"));
  // then the cache has the objects of the third
  await until(() => world.events.length === 3);
  expect(world.events.slice(1)).toEqual(["deleted a@10", "added b@11"]);
  expect(world.informer.problem).toBeUndefined();
});

test("after a page whose version has expired, the cache requests the whole list", async () => {
  await using world = await follow(({ query }, response) => {
    if (query.has("watch")) status(response, 422, "Invalid");
    else if (query.has("continue")) status(response, 410, "Expired");
    else {
      const metadata = { resourceVersion: "45", continue: "more" };
      json(response, 200, { metadata, items: [configMap("paged", "30")] });
    }
  });
  await until(() => world.watches.length === 2);
  expect(world.lists.map((query) => [query.get("limit"), query.get("continue")])).toEqual([
    ["500", null],
    ["500", "more"],
    [null, null],
  ]);
  expect(world.events).toEqual(["added listed@40"]);
});
