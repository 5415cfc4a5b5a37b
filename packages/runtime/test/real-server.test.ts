import { RealApiServer } from "../../testkit/src/real/real-api-server.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Client,
  ConfigMap,
  Controller,
  createClient,
  forKind,
  isAlreadyExists,
  isConflict,
  isNotFound,
  Manager,
  Namespace,
  patchChanges,
  type Request,
  requestKey,
  type RequestInfo,
  Result,
} from "@capstan/runtime";

const hasServer = process.env.KUBEBUILDER_ASSETS !== undefined;

describe.runIf(hasServer)("against a real kube-apiserver", () => {
  let server: RealApiServer;
  let client: Client;
  const requests: RequestInfo[] = [];
  beforeAll(async () => {
    server = await RealApiServer.start();
    client = createClient({
      kubeconfig: server.kubeconfig,
      userAgent: "runtime-test/1.0.0",
      onRequest: (request) => requests.push(request),
    });
  });
  afterAll(async () => {
    await client.close();
    await server[Symbol.asyncDispose]();
  });

  const configMap = (name: string, data: Record<string, string> = {}): ConfigMap => ({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, namespace: "default" },
    data,
  });

  test("errors carry the reason that Kubernetes gives", async () => {
    const created = await client.create(ConfigMap, configMap("errors"));
    await expect(client.create(ConfigMap, configMap("errors"))).rejects.toSatisfy(isAlreadyExists);
    await client.patch(ConfigMap, created.metadata, { type: "merge", body: { data: { a: "1" } } });
    await expect(client.replace(ConfigMap, created)).rejects.toSatisfy(isConflict);
    await client.delete(ConfigMap, created.metadata);
    await expect(client.get(ConfigMap, created.metadata)).rejects.toSatisfy(isNotFound);
  });

  test("a list that is paged has every item, with its kind", async () => {
    const { items } = await client.list(Namespace, { limit: 2 });
    expect(items.map(({ metadata }) => metadata.name)).toContain("kube-system");
    expect(items.every(({ kind, apiVersion }) => kind === "Namespace" && apiVersion === "v1")).toBe(true);
  });

  test("a controller follows changes, sees its own writes, and writes nothing when nothing changed", async () => {
    // given a controller that copies `spec` to `seen` in each ConfigMap
    const reconciled: string[] = [];
    const manager = new Manager({ name: "copier", client, freeze: true, namespaces: ["default"] });
    manager.add(
      new Controller({
        name: "copier",
        sources: [forKind(ConfigMap)],
        reconciler: {
          async reconcile(request: Request) {
            reconciled.push(requestKey(request));
            const before = await manager.cache.get(ConfigMap, request);
            if (before?.data?.spec === undefined) return Result.awaitChange();
            const after = { ...structuredClone(before as ConfigMap), data: { ...before.data, seen: before.data.spec } };
            await patchChanges(manager.client, ConfigMap, before, after);
            return Result.awaitChange();
          },
        },
      }),
    );
    await client.create(ConfigMap, configMap("copied", { spec: "1" }));
    await manager.start();
    await manager.settled();
    expect(manager.cache.informer(ConfigMap).get({ name: "copied", namespace: "default" })?.data).toEqual({
      spec: "1",
      seen: "1",
    });
    // when it changes, and is deleted
    await client.patch(
      ConfigMap,
      { name: "copied", namespace: "default" },
      { type: "merge", body: { data: { spec: "2" } } },
    );
    await manager.settled();
    expect((await client.get(ConfigMap, { name: "copied", namespace: "default" })).data?.seen).toBe("2");
    await client.delete(ConfigMap, { name: "copied", namespace: "default" });
    await manager.settled();
    // then nothing was written but the two copies
    expect(manager.cache.informer(ConfigMap).get({ name: "copied", namespace: "default" })).toBeUndefined();
    await manager.stop();
    expect(requests.filter(({ verb, name }) => verb === "patch" && name === "copied")).toHaveLength(3);
  });
});
