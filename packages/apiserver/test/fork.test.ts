import { expect, test } from "vitest";
import { ApiServer } from "../src/index.ts";
import { type Answer, eventually, Wire } from "./conformance/target.ts";
import { widget, widgetDefinition } from "./conformance/widgets.ts";
import { temporaryFolder } from "./disk/server-process.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const widgets = "/apis/example.io/v1/namespaces/default/widgets";
const configMaps = "/api/v1/namespaces/default/configmaps";
const accounts = "/api/v1/namespaces/default/serviceaccounts";

const isGone = ({ status }: Answer): boolean => status === 404;

test("a fork has the state of its origin, and writes to one do not affect the other", async () => {
  // given a server with a definition, an object of it, and a client
  await using origin = await ApiServer.start();
  const there = new Wire(origin.kubeconfig);
  await there.post(definitions, widgetDefinition);
  await eventually(
    () => there.get(widgets),
    ({ status }) => status === 200,
  );
  const { body: made } = await there.post(widgets, widget("a"));

  // when it is forked
  await using fork = await origin.fork();
  const here = new Wire(fork.kubeconfig);

  // then the fork has the same state at its own address
  expect(fork.url).not.toBe(origin.url);
  expect(fork.resourceVersion).toBe(origin.resourceVersion);
  expect((await here.get(`${widgets}/a`)).body).toEqual(made);
  expect((await here.post(widgets, { ...widget("wrong"), spec: { size: 1 } })).body).toEqual(
    (await there.post(widgets, { ...widget("wrong"), spec: { size: 1 } })).body,
  );

  // and writes and deletions on one side stay on that side
  await here.post(widgets, widget("of-the-fork"));
  await there.patch(`${widgets}/a`, "merge", { metadata: { labels: { of: "the-origin" } } });
  await here.delete(`${definitions}/${widgetDefinition.metadata.name}`);
  expect((await eventually(() => here.get(widgets), isGone)).status).toBe(404);
  const { body: left } = await there.get(widgets);
  expect(left.items.map(({ metadata }) => [metadata.name, metadata.labels])).toEqual([["a", { of: "the-origin" }]]);
});

test("a fork has the users, rights and tokens of its origin until they are changed", async () => {
  // given a ServiceAccount that may read ConfigMaps, and a token for it
  await using origin = await ApiServer.start();
  const admin = new Wire(origin.kubeconfig);
  await admin.post(accounts, { metadata: { name: "robot" } });
  const access = "/apis/rbac.authorization.k8s.io/v1/namespaces/default";
  const metadata = { name: "robot" };
  await admin.post(`${access}/roles`, {
    metadata,
    rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["list"] }],
  });
  await admin.post(`${access}/rolebindings`, {
    metadata,
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "robot" },
    subjects: [{ kind: "ServiceAccount", name: "robot" }],
  });
  const { status } = (await admin.post(`${accounts}/robot/token`, {})).body;
  const { token } = status as unknown as { readonly token: string };
  const jane = origin.kubeconfigFor("jane", ["system:masters"]);

  // when it is forked, then the credentials of the origin also work for the fork
  await using fork = await origin.fork();
  const statusOf = async (server: ApiServer): Promise<number> =>
    (await new Wire(server.kubeconfig, { token }).get(configMaps)).status;
  expect(await statusOf(fork)).toBe(200);
  expect(fork.certificateAuthority).toBe(origin.certificateAuthority);
  expect((await new Wire(jane.replace(origin.url, fork.url)).get(accounts)).status).toBe(200);

  // and a right that is removed in the fork remains in its origin
  await new Wire(fork.kubeconfig).delete(`${access}/rolebindings/robot`);
  expect([await statusOf(fork), await statusOf(origin)]).toEqual([403, 200]);
});

test("a watch resumes in a fork from a version of its origin", async () => {
  await using origin = await ApiServer.start();
  const there = new Wire(origin.kubeconfig);
  const { body } = await there.post(configMaps, { metadata: { name: "a" } });
  await there.patch(`${configMaps}/a`, "merge", { data: { a: "1" } });
  await using fork = await origin.fork();
  await new Wire(fork.kubeconfig).patch(`${configMaps}/a`, "merge", { data: { a: "2" } });
  await there.patch(`${configMaps}/a`, "merge", { data: { a: "3" } });
  const seen = await new Wire(fork.kubeconfig).watch(
    `/api/v1/configmaps?watch=1&resourceVersion=${body.metadata.resourceVersion}`,
    (events) => events.length === 2,
  );
  expect(seen.map(({ type, object }) => [type, object.data])).toEqual([
    ["MODIFIED", { a: "1" }],
    ["MODIFIED", { a: "2" }],
  ]);
});

test("namespace deletion and garbage collection that have begun continue in both", async () => {
  // given a namespace that waits for a finalizer, and objects with an owner
  await using origin = await ApiServer.start();
  const there = new Wire(origin.kubeconfig);
  await there.post("/api/v1/namespaces", { metadata: { name: "ending" } });
  const held = "/api/v1/namespaces/ending/configmaps/held";
  await there.post("/api/v1/namespaces/ending/configmaps", {
    metadata: { name: "held", finalizers: ["example.io/held"] },
  });
  const { body: owner } = await there.post(configMaps, { metadata: { name: "owner" } });
  const reference = { apiVersion: "v1", kind: "ConfigMap", name: "owner", uid: owner.metadata.uid };
  await there.post(configMaps, { metadata: { name: "owned", ownerReferences: [reference] } });

  // when the namespace is deleted, and a fork is created before the origin empties it
  const deleted = Promise.withResolvers<ApiServer>();
  const end = origin.follow({ group: "", plural: "namespaces" }, ({ type }) => {
    if (type === "MODIFIED") deleted.resolve(origin.fork());
  });
  await there.delete("/api/v1/namespaces/ending");
  await using fork = await deleted.promise;
  end();

  // then each empties its own namespace and collects its own garbage
  for (const server of [fork, origin]) {
    const wire = new Wire(server.kubeconfig);
    const waiting = await eventually(
      () => wire.get(held),
      ({ body }) => body.metadata.deletionTimestamp !== undefined,
    );
    expect(waiting.body.metadata.deletionTimestamp).toBeDefined();
    expect((await wire.get("/api/v1/namespaces/ending")).status).toBe(200);
    await wire.patch(held, "merge", { metadata: { finalizers: null } });
    expect((await eventually(() => wire.get("/api/v1/namespaces/ending"), isGone)).status).toBe(404);
    expect((await wire.get(`${configMaps}/owned`)).status).toBe(200);
    await wire.delete(`${configMaps}/owner`);
    expect((await eventually(() => wire.get(`${configMaps}/owned`), isGone)).status).toBe(404);
  }
});

test("a fork and its origin outlive each other, and a closed server can be forked", async () => {
  const origin = await ApiServer.start();
  await new Wire(origin.kubeconfig).post(configMaps, { metadata: { name: "a" } });
  const first = await origin.fork();
  await first.close();
  expect((await new Wire(origin.kubeconfig).get(`${configMaps}/a`)).status).toBe(200);
  await using second = await origin.fork();
  await origin.close();
  expect((await new Wire(second.kubeconfig).get(`${configMaps}/a`)).status).toBe(200);
  await using third = await origin.fork();
  expect((await new Wire(third.kubeconfig).get(`${configMaps}/a`)).status).toBe(200);
});

test("a fork of a fork keeps AlwaysAllow and the clock", async () => {
  await using origin = await ApiServer.start({ authorization: "AlwaysAllow" });
  await using first = await origin.fork({ clock: { now: () => Date.UTC(2030, 0, 1) } });
  await using second = await first.fork();
  const wire = new Wire(second.kubeconfigFor("jane"));
  const { body } = await wire.post(configMaps, { metadata: { name: "a" } });
  expect(body.metadata.creationTimestamp).toBe("2030-01-01T00:00:00Z");
});

test("a fork of a server with a data directory keeps its state in memory", async () => {
  const dataDirectory = temporaryFolder();
  const origin = await ApiServer.start({ dataDirectory });
  await new Wire(origin.kubeconfig).post(configMaps, { metadata: { name: "a" } });
  await using fork = await origin.fork();
  const here = new Wire(fork.kubeconfig);
  expect((await here.get(`${configMaps}/a`)).status).toBe(200);
  await here.post(configMaps, { metadata: { name: "b" } });
  await origin.close();
  // The fork continues after the directory is closed, and its writes are not in the directory.
  expect((await here.post(configMaps, { metadata: { name: "c" } })).status).toBe(201);
  await using next = await ApiServer.start({ dataDirectory });
  const { items } = (await new Wire(next.kubeconfig).get(configMaps)).body;
  expect(items.map(({ metadata }) => metadata.name)).toEqual(["a"]);
});

test("a fork listens at the given port, or not at all", async () => {
  await using origin = await ApiServer.start();
  await expect(origin.fork({ port: origin.port })).rejects.toThrow("EADDRINUSE");
  await using fork = await origin.fork({ listen: false, advertise: { host: "127.0.0.2", port: 1 } });
  expect(fork.url).toBe("https://127.0.0.2:1");
});
