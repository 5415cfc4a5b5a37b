import { ArgumentError } from "@capstan/kube";
import { ApiServer } from "@capstan/apiserver";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  Cache,
  type Client,
  ConfigMap,
  Controller,
  createClient,
  enqueueMapped,
  forKind,
  Manager,
  Namespace,
  requestFor,
  type RequestInfo,
  requestKey,
  Result,
  Secret,
} from "@capstan/runtime";
import { ScriptedServer, json, status } from "./support/scripted-server.ts";
import { until } from "./support/until.ts";

let server: ApiServer;
let admin: Client;

beforeAll(async () => {
  server = await ApiServer.start();
  admin = createClient({ kubeconfig: server.kubeconfig, userAgent: "admin/1" });
});

afterAll(async () => {
  await admin.close();
  await server.close();
});

async function createNamespaces(...names: readonly string[]): Promise<void> {
  for (const name of names) {
    await admin.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name } });
  }
}

async function createIn(namespace: string, name = "it"): Promise<void> {
  const metadata = { name, namespace };
  await admin.create(Secret, { apiVersion: "v1", kind: "Secret", metadata });
  await admin.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata });
}

/** A manager of namespaces that records the ConfigMaps it reconciles, and whether it sees the Secret of the same name. */
function noting(namespaces: readonly string[]) {
  const requests: RequestInfo[] = [];
  const seen: string[] = [];
  const client = createClient({
    kubeconfig: server.kubeconfig,
    userAgent: "restricted/1",
    onRequest: (request) => requests.push(request),
  });
  const manager = new Manager({ name: "restricted", client, namespaces });
  manager.add(
    new Controller({
      name: "maps",
      sources: [forKind(ConfigMap), enqueueMapped(Secret, (secret) => [requestFor(secret)])],
      reconciler: {
        reconcile: async (request) => {
          const map = await manager.cache.get(ConfigMap, request);
          if (request.name !== "it" || map === undefined) return Result.awaitChange();
          const secret = await manager.cache.get(Secret, request);
          seen.push(`${requestKey(request)} ${secret === undefined ? "alone" : "with its Secret"}`);
          return Result.awaitChange();
        },
      },
    }),
  );
  return {
    manager,
    requests,
    seen: () => [...new Set(seen)].toSorted(),
    async [Symbol.asyncDispose]() {
      await manager.stop();
      await client.close();
    },
  };
}

test("a prefix serves the namespaces that begin with it, including later ones, and reads no others (S097)", async () => {
  // given namespaces with and without the prefix, and one that is served by name
  await createNamespaces("team-a", "teamless", "ops", "other");
  for (const namespace of ["team-a", "teamless", "ops", "other"]) await createIn(namespace);
  await using world = noting(["team-*", "ops"]);
  // when the manager starts
  await world.manager.start();
  await world.manager.settled();
  // then it serves those two, each object with its Secret
  expect(world.seen()).toEqual(["ops/it with its Secret", "team-a/it with its Secret"]);
  // and when a matching namespace appears later
  await createNamespaces("team-b");
  await createIn("team-b");
  await world.manager.settled();
  expect(world.seen()).toContain("team-b/it with its Secret");
  // and it read nothing else: only the Namespaces themselves, and the three
  const outside = world.requests
    .map(({ path }) => path.split("?", 1)[0] ?? "")
    .filter((path) => !/\/namespaces\/(team-a|team-b|ops)\//.test(path));
  const asked = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
  expect([...new Set(outside)].toSorted()).toEqual(["/api/v1/namespaces", asked]);
});

test("a deleted namespace is dropped, and served again when it is recreated", async () => {
  // given a cache for a prefix with an object in a namespace
  await createNamespaces("gone-a");
  await createIn("gone-a");
  const cache = new Cache({ client: admin, namespaces: ["gone-*"] });
  const events: string[] = [];
  const informer = cache.informer(ConfigMap);
  informer.onEvent(({ type, object }) => events.push(`${type} ${object.metadata.name}`));
  cache.start();
  await informer.waitForSync();
  expect(informer.list()).toHaveLength(1);
  // when the namespace is deleted, then its objects leave the cache
  await admin.delete(Namespace, { name: "gone-a" });
  await until(() => informer.list().length === 0);
  // and when it is recreated, then the cache sees objects created in it
  await until(() => cache.informer(Namespace, { metadataOnly: true }).get({ name: "gone-a" }) === undefined);
  await createNamespaces("gone-a");
  await createIn("gone-a", "again");
  await until(() => informer.get({ namespace: "gone-a", name: "again" }) !== undefined);
  expect(events).toEqual(["added it", "deleted it", "added again"]);
  await cache.stop();
});

test("a kind requested at run time has the namespaces of the prefix, and is synced once it has read them", async () => {
  await createNamespaces("late-a", "late-b");
  for (const namespace of ["late-a", "late-b"]) await createIn(namespace);
  const cache = new Cache({ client: admin, namespaces: ["late-*"] });
  cache.start();
  await cache.informer(ConfigMap).waitForSync();
  const names = (await cache.list(Secret, { allNamespaces: true })).map(({ metadata }) => metadata.namespace);
  expect(names.toSorted()).toEqual(["late-a", "late-b"]);
  await cache.stop();
});

test("a namespace without rights delays no request, is not read, and is served once its rights are granted", async () => {
  // given a server that allows listing ConfigMaps only in team-a, for now
  let allowed = ["team-a"];
  const lists: string[] = [];
  await using scripted = await ScriptedServer.start(({ path, query, body }, response) => {
    const [, namespace] = /\/namespaces\/([^/]+)\/configmaps/.exec(path) ?? [];
    const metadata = { resourceVersion: "1" };
    if (path.endsWith("/selfsubjectaccessreviews")) {
      const { spec } = JSON.parse(body) as { spec: { resourceAttributes: { namespace: string } } };
      json(response, 201, { status: { allowed: allowed.includes(spec.resourceAttributes.namespace) } });
    } else if (query.get("watch") !== null) {
      response.writeHead(200, { "content-type": "application/json" }).flushHeaders();
    } else if (path === "/api/v1/namespaces") {
      const items = ["team-a", "team-b"].map((name) => ({ metadata: { name, uid: name, resourceVersion: "1" } }));
      json(response, 200, { kind: "NamespaceList", apiVersion: "v1", metadata, items });
    } else if (namespace !== undefined && allowed.includes(namespace)) {
      lists.push(namespace);
      const items = [{ metadata: { name: "it", namespace, uid: namespace, resourceVersion: "1" } }];
      json(response, 200, { kind: "ConfigMapList", apiVersion: "v1", metadata, items });
    } else {
      lists.push(`${path} refused`);
      status(response, 403, "Forbidden");
    }
  });
  const client = createClient({ ...scripted.access, userAgent: "limited/1" });
  const cache = new Cache({ client, namespaces: ["team-*"] });
  const informer = cache.informer(ConfigMap);
  cache.start();
  // when its cache is ready, then it has the objects it may read
  await informer.waitForSync();
  expect(informer.list().map(({ metadata }) => metadata.namespace)).toEqual(["team-a"]);
  // and once the right is granted, it has the rest; without a single refused request
  allowed = ["team-a", "team-b"];
  await until(() => informer.list().length === 2);
  expect(lists).toEqual(["team-a", "team-b"]);
  await cache.stop();
  await client.close();
});

test.each(["*", "te*am", "Team", "team-*-x", ""])("%j is neither a name nor a prefix", (pattern) => {
  expect(() => new Cache({ client: admin, namespaces: [pattern] })).toThrow(ArgumentError);
});
