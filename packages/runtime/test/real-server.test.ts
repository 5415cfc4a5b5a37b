import { RealApiServer } from "@capstan/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FakeClock } from "@capstan/runtime/testing";
import { until } from "./support/until.ts";
import {
  Cache,
  defineKind,
  Event,
  installCRDs,
  Lease,
  systemClock,
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
import { widgets } from "./support/widgets.ts";

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

  test("errors carry the reason from Kubernetes", async () => {
    const created = await client.create(ConfigMap, configMap("errors"));
    await expect(client.create(ConfigMap, configMap("errors"))).rejects.toSatisfy(isAlreadyExists);
    await client.patch(ConfigMap, created.metadata, { type: "merge", body: { data: { a: "1" } } });
    await expect(client.replace(ConfigMap, created)).rejects.toSatisfy(isConflict);
    await client.delete(ConfigMap, created.metadata);
    await expect(client.get(ConfigMap, created.metadata)).rejects.toSatisfy(isNotFound);
  });

  test("a collection is deleted page by page, by labels and in one namespace", async () => {
    const labeled = (name: string, team: string): ConfigMap => ({
      ...configMap(name),
      metadata: { name, namespace: "default", labels: { team } },
    });
    for (const name of ["c0", "c1", "c2", "c3", "c4"]) await client.create(ConfigMap, labeled(name, "going"));
    await client.create(ConfigMap, labeled("c5", "staying"));
    await client.deleteCollection(ConfigMap, {
      namespace: "default",
      labelSelector: "team",
      limit: 2,
      fieldSelector: "metadata.name!=c5",
    });
    const { items } = await client.list(ConfigMap, { labelSelector: "team" });
    expect(items.map(({ metadata }) => metadata.name)).toEqual(["c5"]);
    await client.deleteCollection(ConfigMap, { namespace: "default", labelSelector: "team" });
  });

  test("a paged list has every item, with its kind", async () => {
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
    // when the ConfigMap changes, and is deleted
    await client.patch(
      ConfigMap,
      { name: "copied", namespace: "default" },
      { type: "merge", body: { data: { spec: "2" } } },
    );
    await manager.settled();
    expect((await client.get(ConfigMap, { name: "copied", namespace: "default" })).data?.seen).toBe("2");
    await client.delete(ConfigMap, { name: "copied", namespace: "default" });
    await manager.settled();
    // then the controller wrote only the two copies
    expect(manager.cache.informer(ConfigMap).get({ name: "copied", namespace: "default" })).toBeUndefined();
    await manager.stop();
    expect(requests.filter(({ verb, name }) => verb === "patch" && name === "copied")).toHaveLength(3);
  });

  test("CRDs are installed and served, also when installed twice", async () => {
    await installCRDs(client, [widgets]);
    await installCRDs(client, [widgets]);
    const Widget = defineKind({
      group: "example.org",
      version: "v1",
      kind: "Widget",
      plural: "widgets",
      namespaced: true,
    });
    expect((await client.list(Widget)).items).toEqual([]);
  });

  test("a leader takes a Lease, Events are accepted and counted", async () => {
    // given an elected manager
    const clock = new FakeClock({ startMs: systemClock.now() });
    const manager = new Manager({ name: "leader", client, leaderElection: { namespace: "default", identity: "me" } });
    await using teller = new Manager({ name: "teller", client, clock });
    const elected = new Promise<void>((resolve) => manager.on("elected", resolve));
    await manager.start();
    await elected;
    const key = { name: "leader", namespace: "default" };
    expect((await client.get(Lease, key)).spec).toMatchObject({ holderIdentity: "me", leaseTransitions: 0 });
    // when it reports its Lease in two Events, a minute apart, with more text than an Event may have
    const lease = await client.get(Lease, key);
    const event = { type: "Normal", reason: "Reported", message: "ö".repeat(2_000) } as const;
    teller.recorder.record(lease, event);
    await teller.settled();
    await clock.advance({ seconds: 60 });
    teller.recorder.record(lease, event);
    await teller.settled();
    // then there is one Event with a series, and the Lease is released at the end
    const { items } = await client.list(Event, { namespace: "default" });
    expect(items.filter(({ reason }) => reason === "Reported")).toMatchObject([{ series: { count: 2 } }]);
    await manager.stop();
    expect((await client.get(Lease, key)).spec?.holderIdentity ?? "").toBe("");
  });

  test("after an outage of the server the cache equals the server (S074)", async () => {
    // given a synced informer, and objects that change while the informer cannot watch
    const cache = new Cache({ client });
    const informer = cache.informer(ConfigMap, { namespace: "default", labelSelector: "outage" });
    cache.start();
    const labeled = (name: string): ConfigMap => ({
      ...configMap(name),
      metadata: { name, namespace: "default", labels: { outage: "yes" } },
    });
    for (const name of ["kept", "deleted", "replaced"]) await client.create(ConfigMap, labeled(name));
    await informer.waitForSync();
    await until(() => informer.list().length === 3);
    await server.restart();
    // when the objects change
    await client.delete(ConfigMap, labeled("deleted").metadata);
    await client.delete(ConfigMap, labeled("replaced").metadata);
    const { metadata } = await client.create(ConfigMap, labeled("replaced"));
    await client.create(ConfigMap, labeled("added"));
    // then the informer follows
    await until(() => informer.get(metadata)?.metadata.uid === metadata.uid && informer.list().length === 3);
    expect(
      informer
        .list()
        .map((object) => object.metadata.name)
        .sort(),
    ).toEqual(["added", "kept", "replaced"]);
    await cache.stop();
  });
});
