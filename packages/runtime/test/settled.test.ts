import { ApiServer } from "@capstan/apiserver";
import { expect, test } from "vitest";
import {
  ConfigMap,
  Controller,
  createClient,
  forKind,
  type LastChange,
  Manager,
  type RequestInfo,
  Result,
  Secret,
} from "@capstan/runtime";

/** A manager that watches all ConfigMaps, and the Secrets with a label; another client writes. */
async function world() {
  const server = await ApiServer.start();
  const requests: RequestInfo[] = [];
  const client = createClient({
    kubeconfig: server.kubeconfig,
    userAgent: "settled-test/1",
    onRequest: (request) => {
      requests.push(request);
    },
  });
  const other = createClient({ kubeconfig: server.kubeconfig, userAgent: "other/1" });
  const manager = new Manager({ name: "settled", client });
  const reconciled: string[] = [];
  manager.add(
    new Controller({
      name: "config-maps",
      sources: [forKind(ConfigMap)],
      reconciler: {
        reconcile: ({ name, namespace }) => {
          // The server has its own ConfigMaps in other namespaces.
          if (namespace === "default") reconciled.push(name);
          return Promise.resolve(Result.awaitChange());
        },
      },
    }),
  );
  const labeled = manager.cache.informer(Secret, { labelSelector: "app=a" });
  await manager.start();
  await labeled.waitForSync();
  await manager.settled();
  requests.length = 0;
  const object = { metadata: { name: "one", namespace: "default" } };
  return {
    manager,
    reconciled,
    labeled,
    lastChange: ((kind) => server.lastChange(kind)) satisfies LastChange,
    lists: () => requests.filter(({ verb }) => verb === "list").length,
    writeConfigMap: () => other.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", ...object }),
    writeSecret: (labels: Record<string, string>) =>
      other.create(Secret, { apiVersion: "v1", kind: "Secret", metadata: { ...object.metadata, labels } }),
    async [Symbol.asyncDispose]() {
      await manager.stop();
      await client.close();
      await other.close();
      await server.close();
    },
  };
}

test("a manager settles once it has observed and reconciled all changes, and lists the kinds to compare", async () => {
  await using env = await world();
  await env.writeConfigMap();
  await env.manager.settled();
  expect(env.reconciled).toEqual(["one"]);
  expect(env.lists()).toBeGreaterThan(0);
});

test("a manager that knows the last change of each kind sends no list", async () => {
  await using env = await world();
  await env.writeConfigMap();
  await env.manager.settled({ lastChange: env.lastChange });
  expect(env.reconciled).toEqual(["one"]);
  expect(env.lists()).toBe(0);
});

test("an informer with a selector lists once for each change of the kind, because the change may not match", async () => {
  await using env = await world();
  await env.writeSecret({ app: "b" });
  await env.manager.settled({ lastChange: env.lastChange });
  await env.manager.settled({ lastChange: env.lastChange });
  expect(env.lists()).toBe(1);
  expect(env.labeled.list()).toEqual([]);
});

test("an informer with a selector is awaited if the change matches", async () => {
  await using env = await world();
  await env.writeSecret({ app: "a" });
  await env.manager.settled({ lastChange: env.lastChange });
  expect(env.labeled.list()).toMatchObject([{ metadata: { name: "one" } }]);
});
