import type { ServerResponse } from "node:http";
import { ApiServer } from "@capstan/apiserver";
import { expect, test } from "vitest";
import { Cache, type CacheEvent, ConfigMap, createClient, Manager, type Scope } from "@capstan/runtime";
import { json, type Script, ScriptedServer, status } from "./support/scripted-server.ts";
import { until } from "./support/until.ts";

function configMap(name: string, resourceVersion: string, uid = `uid-${name}`) {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace: "default", uid, resourceVersion } };
}

/** A collection whose state a test sets, and whose watches the test controls. */
class ScriptedCollection {
  items: ReturnType<typeof configMap>[] = [];
  /** The version of the list. */
  resourceVersion = "10";
  /** The server's version, if it has advanced since then. */
  currentVersion = "";
  readonly lists: URLSearchParams[] = [];
  /** How often a client requested only the server's version. */
  comparisons = 0;
  readonly watches: { readonly query: URLSearchParams; readonly response: ServerResponse }[] = [];
  /** Answers the request instead, if it returns true. */
  instead: (query: URLSearchParams, response: ServerResponse) => boolean = () => false;

  readonly script: Script = ({ query }, response) => {
    const isWatch = query.get("watch") === "true";
    if (query.get("limit") === "1") {
      this.comparisons += 1;
      json(response, 200, { metadata: { resourceVersion: this.currentVersion || this.resourceVersion }, items: [] });
      return;
    }
    if (isWatch) this.watches.push({ query, response });
    else this.lists.push(query);
    if (this.instead(query, response)) return;
    if (isWatch) response.writeHead(200, { "content-type": "application/json" }).flushHeaders();
    else {
      json(response, 200, {
        kind: "ConfigMapList",
        apiVersion: "v1",
        metadata: { resourceVersion: this.resourceVersion },
        items: this.items.map(({ metadata }) => ({ metadata })),
      });
    }
  };

  send(type: string, object: object): void {
    this.watches.at(-1)?.response.write(`${JSON.stringify({ type, object })}\n`);
  }

  end(): void {
    this.watches.at(-1)?.response.end();
  }
}

async function follow(collection: ScriptedCollection, scope: Scope = {}) {
  const server = await ScriptedServer.start(collection.script);
  const client = createClient({ ...server.access, userAgent: "watch-test/1", random: () => 1 });
  const cache = new Cache({ client, random: () => 1 });
  const informer = cache.informer(ConfigMap, scope);
  const events: string[] = [];
  informer.onEvent(({ type, object }: CacheEvent<ConfigMap>) => {
    events.push(
      `${type} ${object.metadata.name} ${object.metadata.uid ?? ""}@${object.metadata.resourceVersion ?? ""}`,
    );
  });
  cache.start();
  return {
    server,
    cache,
    informer,
    events,
    names: () => informer.list().map(({ metadata }) => metadata.name),
    async [Symbol.asyncDispose]() {
      await cache.stop();
      await client.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

test("a watch that ends normally resumes from the last version, bookmarks included, without a list", async () => {
  // given an informer that has seen an event and, later, a bookmark
  const collection = new ScriptedCollection();
  await using world = await follow(collection);
  await until(() => collection.watches.length === 1);
  collection.send("ADDED", configMap("a", "12"));
  collection.send("BOOKMARK", { kind: "ConfigMap", apiVersion: "v1", metadata: { resourceVersion: "40" } });
  await until(() => world.events.length === 1);
  // when the server ends the watch
  collection.currentVersion = "40";
  collection.end();
  await until(() => collection.watches.length === 2);
  // then the next watch begins at the bookmark, and there was only one list
  expect(collection.watches.map(({ query }) => query.get("resourceVersion"))).toEqual(["10", "40"]);
  expect(collection.lists).toHaveLength(1);
  expect(collection.watches[0]?.query.get("allowWatchBookmarks")).toBe("true");
  const seconds = Number(collection.watches[0]?.query.get("timeoutSeconds"));
  expect(seconds).toBeGreaterThanOrEqual(300);
  expect(seconds).toBeLessThanOrEqual(600);
});

test.each([
  ["an ERROR event", "event"],
  ["an HTTP status", "status"],
])("after 410 as %s the informer lists again, and reports objects deleted meanwhile", async (_name, form) => {
  // given an informer that knows a, b and c
  const collection = new ScriptedCollection();
  collection.items = [configMap("a", "1"), configMap("b", "2"), configMap("c", "3")];
  await using world = await follow(collection);
  await until(() => collection.watches.length === 1);
  world.events.length = 0;
  // when meanwhile a was deleted, b deleted and recreated, c changed and d added, and the version has expired
  collection.items = [configMap("b", "21", "uid-b2"), configMap("c", "22"), configMap("d", "23")];
  collection.resourceVersion = "30";
  if (form === "event") {
    collection.send("ERROR", { kind: "Status", status: "Failure", code: 410, reason: "Expired", message: "too old" });
  } else {
    collection.instead = (query, response) => {
      if (query.get("watch") !== "true" || collection.lists.length > 1) return false;
      status(response, 410, "Expired");
      return true;
    };
    collection.end();
  }
  await until(() => collection.lists.length === 2 && world.names().includes("d"));
  // then each change is reported once, deletes before adds, and a recreated object as a different object
  expect(world.events).toEqual(
    ["deleted a uid-a@1", "deleted b uid-b@2", "added b uid-b2@21", "updated c uid-c@22", "added d uid-d@23"].sort(
      (left, right) => Number(right.startsWith("deleted")) - Number(left.startsWith("deleted")),
    ),
  );
  expect(world.names().sort()).toEqual(["b", "c", "d"]);
});

test("a successor of the same name that arrives as MODIFIED is a delete and an add", async () => {
  const collection = new ScriptedCollection();
  collection.items = [configMap("a", "1")];
  await using world = await follow(collection);
  await until(() => collection.watches.length === 1);
  collection.send("MODIFIED", configMap("a", "12", "another"));
  await until(() => world.events.length === 3);
  expect(world.events).toEqual(["added a uid-a@1", "deleted a uid-a@1", "added a another@12"]);
});

test("an informer survives errors and lost connections: it reports the problem, and recovers without a list (S074)", async () => {
  // given a synced informer whose server begins to fail in several ways
  const collection = new ScriptedCollection();
  collection.items = [configMap("a", "1")];
  await using world = await follow(collection);
  await until(() => collection.watches.length === 1);
  const problems: string[] = [];
  world.cache.on("problem", (_kind, error) => problems.push(error.name));
  let recovered = 0;
  world.cache.on("recovered", () => (recovered += 1));
  const failures = [500, 429, 503];
  collection.instead = (_query, response) => {
    const code = failures.shift();
    if (code === undefined) return false;
    status(response, code, "InternalError");
    return true;
  };
  // when the connection is cut
  world.server.cut();
  await until(() => recovered === 1);
  // then it stayed synced, reported each failure, and resumes from its last version
  expect(problems).toEqual(["ConnectionError", "ApiError", "ApiError", "ApiError"]);
  expect(world.informer.synced).toBe(true);
  expect(world.informer.problem).toBeUndefined();
  expect(collection.lists).toHaveLength(1);
  await until(() => collection.comparisons === 1);
  expect(collection.watches.at(-1)?.query.get("resourceVersion")).toBe("10");
});

test("a version that has expired during an outage is followed by a list at once", async () => {
  // given an informer that has failed to resume twice, and waits a second before each further attempt
  const collection = new ScriptedCollection();
  await using world = await follow(collection);
  await until(() => collection.watches.length === 1);
  const times: number[] = [];
  const failures = [500, 500, 410];
  collection.instead = (_query, response) => {
    times.push(performance.now());
    const code = failures.shift();
    if (code === undefined) return false;
    status(response, code, code === 410 ? "Expired" : "InternalError");
    return true;
  };
  // when the server recovers, and no longer has the client's version
  world.server.cut();
  await until(() => collection.lists.length === 2 && world.informer.problem === undefined);
  // then the informer tried a failing server once a second, and the list came right after the 410
  const [first = 0, second = 0, expired = 0, list = 0] = times;
  expect(second - first).toBeGreaterThan(990);
  expect(expired - second).toBeGreaterThan(990);
  expect(list - expired).toBeLessThan(500);
});

test("a server that fails from the start does not count as empty", async () => {
  const collection = new ScriptedCollection();
  let failing = true;
  collection.instead = (_query, response) => {
    if (failing) status(response, 500, "InternalError");
    return failing;
  };
  await using world = await follow(collection);
  await until(() => world.informer.problem !== undefined);
  expect(world.informer.synced).toBe(false);
  failing = false;
  await world.informer.waitForSync();
  expect(world.informer.problem).toBeUndefined();
});

test("a kind that is not served is a typed problem, and its informer starts once the CRD exists", async () => {
  // given a server without the kind
  const collection = new ScriptedCollection();
  let isServed = false;
  collection.items = [configMap("a", "1")];
  collection.instead = (_query, response) => {
    if (!isServed) response.writeHead(404, { "content-type": "text/plain" }).end("404 page not found\n");
    return !isServed;
  };
  await using world = await follow(collection);
  // when a client gets an object
  await expect(world.cache.get(ConfigMap, { name: "a", namespace: "default" })).rejects.toMatchObject({
    code: "KindNotServed",
    retry: "backoff",
  });
  expect(world.informer.problem?.code).toBe("KindNotServed");
  // then the object is found once the kind exists
  isServed = true;
  await world.informer.waitForSync();
  expect(await world.cache.get(ConfigMap, { name: "a", namespace: "default" })).toMatchObject({ kind: "ConfigMap" });
});

test("a listener that throws, or rejects, affects neither the others nor the watch", async () => {
  const collection = new ScriptedCollection();
  await using world = await follow(collection);
  world.informer.onEvent(() => {
    throw new Error("broken listener");
  });
  const rejecting = (): unknown => Promise.reject(new Error("broken async listener"));
  world.informer.onEvent(rejecting);
  const late: string[] = [];
  world.informer.onEvent(({ object }) => late.push(object.metadata.name));
  await until(() => collection.watches.length === 1);
  collection.send("ADDED", configMap("a", "11"));
  collection.send("ADDED", configMap("b", "12"));
  await until(() => late.length === 2);
  expect(world.names()).toEqual(["a", "b"]);
});

test("events split at any byte, and several in one chunk, are parsed", async () => {
  const collection = new ScriptedCollection();
  await using world = await follow(collection);
  await until(() => collection.watches.length === 1);
  const lines = ["ä", "b", "c"]
    .map((name, index) => JSON.stringify({ type: "ADDED", object: configMap(name, String(11 + index)) }))
    .join("\n");
  const bytes = Buffer.from(`${lines}\n`);
  const response = collection.watches[0]?.response;
  const cut = bytes.indexOf("ä") + 1;
  response?.write(bytes.subarray(0, cut));
  await new Promise((resolve) => setImmediate(resolve));
  response?.write(bytes.subarray(cut));
  await until(() => world.events.length === 3);
  expect(world.names()).toEqual(["ä", "b", "c"]);
});

test("a write response is visible at once, and an older event cannot undo it", async () => {
  // given an object known in version 11
  const collection = new ScriptedCollection();
  collection.items = [configMap("a", "9")];
  await using world = await follow(collection);
  await until(() => collection.watches.length === 1);
  // when the client's own write returned version 100, and the watch then brings versions 50 and 100
  const own = { ...configMap("a", "100"), data: { from: "us" } };
  world.cache.observe(ConfigMap, own);
  expect(world.cache.isCaughtUp).toBe(false);
  collection.send("MODIFIED", configMap("a", "50"));
  collection.send("MODIFIED", own);
  collection.send("ADDED", configMap("marker", "101"));
  await until(() => world.names().includes("marker"));
  // then the older one was dropped and the same version reported once
  expect(world.events).toEqual(["added a uid-a@9", "updated a uid-a@100", "added marker uid-marker@101"]);
  expect(world.cache.isCaughtUp).toBe(true);
});

test("an object that a manager gets by name is visible at once, although the watch lags, and cannot undo a delete", async () => {
  // given an object that the watch has not reported
  const collection = new ScriptedCollection();
  await using server = await ScriptedServer.start((request, response) => {
    if (request.path.includes("/configmaps/a")) json(response, 200, configMap("a", "11"));
    else collection.script(request, response);
  });
  await using closing = new AsyncDisposableStack();
  const client = createClient({ ...server.access, userAgent: "watch-test/1" });
  closing.defer(() => client.close());
  const manager = closing.use(new Manager({ name: "watch-test", client }));
  const informer = manager.cache.informer(ConfigMap);
  await manager.start();
  await until(() => collection.watches.length === 1);
  const names = (): string[] => informer.list().map(({ metadata }) => metadata.name);
  expect(names()).toEqual([]);
  // when the client gets it, then it is in the cache
  const key = { name: "a", namespace: "default" };
  await manager.client.get(ConfigMap, key);
  expect(names()).toEqual(["a"]);
  // and a response that is older than its deletion changes nothing
  collection.send("DELETED", configMap("a", "20"));
  await until(() => names().length === 0);
  await manager.client.get(ConfigMap, key);
  expect(names()).toEqual([]);
});

test("an object whose last finalizer was removed is deleted at once, and a late event does not restore it", async () => {
  const collection = new ScriptedCollection();
  collection.items = [configMap("a", "9")];
  await using world = await follow(collection);
  await until(() => collection.watches.length === 1);
  const gone = configMap("a", "20");
  world.cache.observe(ConfigMap, {
    ...gone,
    metadata: { ...gone.metadata, deletionTimestamp: "2026-01-01T00:00:00Z" },
  });
  expect(world.names()).toEqual([]);
  collection.send("MODIFIED", configMap("a", "15"));
  collection.send("DELETED", configMap("a", "21"));
  collection.send("ADDED", configMap("a", "22", "uid-next"));
  await until(() => world.names().length === 1);
  expect(world.events).toEqual(["added a uid-a@9", "deleted a uid-a@20", "added a uid-next@22"]);
});

test("an object that leaves a selector and matches again is visible again", async () => {
  // given an informer of labeled objects, one of which loses its label
  await using server = await ApiServer.start();
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "watch-test/1" });
  const cache = new Cache({ client });
  const informer = cache.informer(ConfigMap, { labelSelector: "kept" });
  const label = (kept: string | null) =>
    client.patch(
      ConfigMap,
      { name: "a", namespace: "default" },
      { type: "merge", body: { metadata: { labels: { kept } } } },
    );
  cache.start();
  await informer.waitForSync();
  await client.create(ConfigMap, {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "a", namespace: "default", labels: { kept: "yes" } },
  });
  await until(() => informer.list().length === 1);
  await label(null);
  await until(() => informer.list().length === 0);
  // when it gets the label back
  await label("yes");
  // then the informer has it
  await until(() => informer.list().length === 1);
  await cache.stop();
  await client.close();
});

test.each<[string, Scope]>([
  ["a set of values, as people write it", { labelSelector: "tier in(web)" }],
  ["the absence of a label", { labelSelector: "! tier" }],
  ["a number", { labelSelector: "n>3" }],
  ["a field that only the server knows", { fieldSelector: "spec.nodeName=a" }],
])("the next list drops an object that left a selector during a gap: %s", async (_name, scope) => {
  // given an informer with a selector, whose watch is interrupted for too long
  const collection = new ScriptedCollection();
  collection.items = ["a", "b"].map((name) => configMap(name, "9"));
  await using world = await follow(collection, scope);
  await until(() => collection.watches.length === 1);
  expect(world.names()).toEqual(["a", "b"]);
  // when one of its objects is changed meanwhile, so that the next list has only the other
  collection.items = [configMap("b", "9")];
  collection.resourceVersion = "40";
  collection.send("ERROR", { kind: "Status", status: "Failure", code: 410, reason: "Expired", message: "too old" });
  // then it is dropped, whatever labels it had when it was read
  await until(() => world.events.length === 3);
  expect(world.events.at(-1)).toBe("deleted a uid-a@9");
  expect(world.names()).toEqual(["b"]);
});

test("a list of one namespace drops no object of another", async () => {
  // given an informer of two namespaces with a field selector
  const objects = ["one", "two"].map((namespace) => {
    const object = configMap("a", "9", `uid-${namespace}`);
    return { ...object, metadata: { ...object.metadata, namespace } };
  });
  const listOf = (path: string) =>
    objects.filter(({ metadata }) => path.includes(`/namespaces/${metadata.namespace}/`));
  await using server = await ScriptedServer.start(({ path, query }, response) => {
    if (query.get("watch") === "true") response.writeHead(200, { "content-type": "application/json" }).flushHeaders();
    else
      json(response, 200, {
        kind: "ConfigMapList",
        apiVersion: "v1",
        metadata: { resourceVersion: "10" },
        items: listOf(path),
      });
  });
  const client = createClient({ ...server.access, userAgent: "watch-test/1" });
  const cache = new Cache({ client, namespaces: ["one", "two"] });
  const informer = cache.informer(ConfigMap, { fieldSelector: "spec.nodeName=a" });
  // when both namespaces have been listed
  cache.start();
  await informer.waitForSync();
  // then both have their objects
  expect(new Set(informer.list().map(({ metadata }) => metadata.namespace))).toEqual(new Set(["one", "two"]));
  await cache.stop();
  await client.close();
});

test("an informer with an invalid selector is refused at once", async () => {
  await using server = await ScriptedServer.start(() => undefined);
  const client = createClient({ ...server.access, userAgent: "watch-test/1" });
  const cache = new Cache({ client });
  expect(() => cache.informer(ConfigMap, { labelSelector: "tier in web" })).toThrow(
    expect.objectContaining({
      code: "MalformedText",
      message: "unable to parse requirement: found 'web' expected: '('",
    }),
  );
  await client.close();
});

test("all users of a kind share one list and one watch; an index serves lookups", async () => {
  const collection = new ScriptedCollection();
  collection.items = [configMap("a", "1"), configMap("b", "2")];
  await using world = await follow(collection);
  const again = world.cache.informer(ConfigMap);
  const byLetter = again.addIndex("firstLetter", ({ metadata }) => [metadata.name.slice(0, 1)]);
  await again.waitForSync();
  await until(() => collection.watches.length === 1);
  collection.send("DELETED", configMap("a", "11"));
  collection.send("ADDED", configMap("bb", "12"));
  await until(() => world.names().includes("bb"));
  expect(again).toBe(world.informer);
  expect(byLetter.in("default", "a")).toEqual([]);
  expect(byLetter.in("default", "b").map(({ metadata }) => metadata.name)).toEqual(["b", "bb"]);
  expect(world.server.requests).toHaveLength(2);
});
