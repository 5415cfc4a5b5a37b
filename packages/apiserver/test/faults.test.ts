import { ArgumentError } from "@capstan/kube";
import { expect, test } from "vitest";
import { ApiServer, type FaultOptions, type Faults, type RequestFault } from "../src/index.ts";
import { eventually, type WatchEvent, Wire } from "./conformance/target.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";
const secrets = "/api/v1/namespaces/default/secrets";

function configMap(name: string): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name } };
}

async function start() {
  const server = await ApiServer.start();
  const wire = new Wire(server.kubeconfig);
  const status = async (name: string): Promise<number> => (await wire.get(`${configMaps}/${name}`)).status;
  return { server, wire, status, [Symbol.asyncDispose]: () => server.close() };
}

test("an error is returned the given number of times to matching requests, which are not executed", async () => {
  await using world = await start();
  const { server, wire, status } = world;
  // given an error for two creations of ConfigMaps, after a first one
  const fault = server.faults.add(
    { type: "error", code: 503, reason: "ServiceUnavailable", retryAfterSeconds: 7 },
    { on: { verbs: ["create"], group: "", resources: ["configmaps"], namespace: "default" }, skip: 1, times: 2 },
  );
  // when more are created, with other requests in between
  const answers = [];
  for (const name of ["a", "b", "c", "d"]) {
    answers.push(await wire.post(configMaps, configMap(name)));
    expect((await wire.get(configMaps)).status).toBe(200);
    expect((await wire.post(secrets, { apiVersion: "v1", kind: "Secret", metadata: { name } })).status).toBe(201);
  }
  // then the second and the third are rejected with a Retry-After
  expect(answers.map((answer) => answer.status)).toEqual([201, 503, 503, 201]);
  expect(answers[1]?.headers["retry-after"]).toBe("7");
  expect(answers[1]?.body).toMatchObject({ reason: "ServiceUnavailable", details: { retryAfterSeconds: 7 } });
  expect(await Promise.all(["a", "b", "c", "d"].map(status))).toEqual([200, 404, 404, 200]);
  expect(fault.happened).toBe(2);
});

test.each<[string, FaultOptions["on"], boolean]>([
  ["a user", { user: "jane" }, true],
  ["another user", { user: "joe" }, false],
  ["a product", { product: "suite" }, true],
  ["another product", { product: "sui" }, false],
  ["a name", { name: "a" }, true],
  ["another name", { name: "b" }, false],
  ["a subresource", { resources: ["configmaps/status"] }, false],
  ["another namespace", { namespace: "kube-system" }, false],
  ["another group", { group: "apps" }, false],
])("a fault for %s", async (_title, on, isMeant) => {
  await using world = await start();
  const { server } = world;
  const wire = new Wire(server.kubeconfigFor("jane", ["system:masters"]));
  await wire.post(configMaps, configMap("a"));
  server.faults.add({ type: "error", code: 500, reason: "InternalError" }, { on: on ?? {} });
  expect((await wire.get(`${configMaps}/a`)).status).toBe(isMeant ? 500 : 200);
});

test.each<["before" | "after", number]>([
  ["before", 404],
  ["after", 200],
])("a connection that breaks %s a request is executed", async (when, after) => {
  await using world = await start();
  const { server, wire, status } = world;
  using fault = server.faults.add({ type: "reset", when }, { on: { verbs: ["create"] } });
  await expect(wire.post(configMaps, configMap("a"))).rejects.toThrow();
  fault.remove();
  expect(await status("a")).toBe(after);
});

test.each<["before" | "after", number]>([
  ["before", 404],
  ["after", 200],
])("a response that never arrives, %s the request is executed", async (when, after) => {
  const { server, wire, status } = await start();
  const fault = server.faults.add({ type: "silence", when }, { on: { verbs: ["create"] } });
  let isAnswered = false;
  const asked = wire.post(configMaps, configMap("a")).finally(() => (isAnswered = true));
  const lost = expect(asked).rejects.toThrow();
  await expect.poll(() => fault.happened).toBe(1);
  await eventually(
    () => wire.get(`${configMaps}/a`),
    (answer) => answer.status === after,
  );
  expect(await status("a")).toBe(after);
  expect(isAnswered).toBe(false);
  // A server that closes does not wait for the response.
  await server.close();
  await lost;
});

test("latencies add up, also before an error", async () => {
  await using world = await start();
  const { server, wire } = world;
  const latency: RequestFault = { type: "latency", ms: 60 };
  server.faults.add(latency);
  server.faults.add({ type: "error", code: 500, reason: "InternalError" });
  server.faults.add({ type: "reset", when: "before" });
  server.faults.add(latency);
  const startedMs = performance.now();
  expect((await wire.get(configMaps)).status).toBe(500);
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(119);
});

test("existing and new connections break during an outage", async () => {
  await using world = await start();
  const { server, wire } = world;
  const watched = wire.watch(`${configMaps}?watch=1`, () => false);
  const broken = expect(watched).rejects.toThrow();
  await expect.poll(() => [...server.requests.entries()]).toContainEqual(expect.objectContaining({ verb: "watch" }));
  server.faults.add({ type: "outage", when: "after", ms: 600_000 }, { on: { verbs: ["create"] }, times: 1 });
  await expect(wire.post(configMaps, configMap("a"))).rejects.toThrow();
  await broken;
  await expect(wire.get("/readyz")).rejects.toThrow();
});

test.each<["before" | "after", number]>([
  ["before", 404],
  ["after", 200],
])("an outage that begins %s a write keeps the state at that time", async (when, after) => {
  await using world = await start();
  const { server, wire, status } = world;
  server.faults.add({ type: "outage", when, ms: 20 }, { on: { verbs: ["create"] }, times: 1 });
  await expect(wire.post(configMaps, configMap("a"))).rejects.toThrow();
  await expect.poll(() => status("a").catch(() => "away")).toBe(after);
});

test("held watches send everything in order after their release, and other watches are unaffected", async () => {
  await using world = await start();
  const { server, wire } = world;
  const jane = new Wire(server.kubeconfigFor("jane", ["system:masters"]));
  const path = `${configMaps}?watch=1&resourceVersion=1`;
  // given a watch that is held from its start, one that is held later, and one that is not held
  const seen: Record<string, string[]> = { early: [], late: [], other: [] };
  const follow = (client: Wire, by: string) =>
    client.watch(path, (events) => {
      seen[by] = events.filter(({ object }) => object.kind === "ConfigMap").map(({ object }) => object.metadata.name);
      return seen[by].includes("c");
    });
  const late = follow(jane, "late");
  await wire.post(configMaps, configMap("a"));
  await expect.poll(() => seen.late).toContain("a");
  const held = server.faults.holdWatches({ user: "jane" });
  const early = follow(jane, "early");
  const other = follow(wire, "other");
  // when objects are created
  await wire.post(configMaps, configMap("b"));
  await wire.post(configMaps, configMap("c"));
  await other;
  // then only the watch that is not held sends them, until the others are released
  expect(seen.early).toEqual([]);
  expect(seen.late?.at(-1)).toBe("a");
  held.release();
  held.release();
  await Promise.all([early, late]);
  expect(seen.early).toEqual(seen.other);
  expect(seen.late).toEqual(seen.other);
});

test("delayed watches send all events, and a fault for one user does not affect others", async () => {
  await using world = await start();
  const { server, wire } = world;
  const path = `${configMaps}?watch=1&resourceVersion=1`;
  const names = (events: readonly WatchEvent[]) => events.map(({ object }) => object.metadata.name);
  const late = server.faults.delayWatches(50, { user: "jane" });
  const jane = new Wire(server.kubeconfigFor("jane", ["system:masters"]));
  let arrivedMs = 0;
  const watched = jane.watch(path, (events) => {
    arrivedMs ||= performance.now();
    return names(events).includes("b");
  });
  await expect.poll(() => [...server.requests.entries()]).toContainEqual(expect.objectContaining({ verb: "watch" }));
  const startedMs = performance.now();
  await wire.post(configMaps, configMap("a"));
  await wire.post(configMaps, configMap("b"));
  expect(names(await watched).slice(-2)).toEqual(["a", "b"]);
  expect(arrivedMs - startedMs).toBeGreaterThanOrEqual(49);
  late.remove();
});

test("reordered watches swap each pair of changes, and other watches stay in order", async () => {
  await using world = await start();
  const { server, wire } = world;
  const jane = new Wire(server.kubeconfigFor("jane", ["system:masters"]));
  const path = `${configMaps}?watch=1&resourceVersion=${server.resourceVersion}`;
  const names = (events: readonly WatchEvent[]) => events.map(({ object }) => object.metadata.name);
  const reordered = server.faults.reorderWatches(600_000, { user: "jane" });
  // given five changes
  let seen: string[] = [];
  const disturbed = jane.watch(path, (events) => (seen = names(events)).includes("e"));
  const other = wire.watch(path, (events) => names(events).includes("e"));
  for (const name of ["a", "b", "c", "d", "e"]) await wire.post(configMaps, configMap(name));
  // then the last change waits for a pair until the reordering ends
  expect(names(await other)).toEqual(["a", "b", "c", "d", "e"]);
  await expect.poll(() => seen).toEqual(["b", "a", "d", "c"]);
  reordered.remove();
  reordered.remove();
  expect(names(await disturbed)).toEqual(["b", "a", "d", "c", "e"]);
});

test("a reordered change is sent alone if no other change arrives in time", async () => {
  await using world = await start();
  const { server, wire } = world;
  const path = `${configMaps}?watch=1&resourceVersion=${server.resourceVersion}`;
  server.faults.reorderWatches(1);
  const watched = wire.watch(path, () => true);
  await wire.post(configMaps, configMap("a"));
  expect(await watched).toMatchObject([{ type: "ADDED", object: { metadata: { name: "a" } } }]);
  expect(() => server.faults.reorderWatches(0)).toThrow(ArgumentError);
});

test.each<[string, (faults: Faults) => Disposable]>([
  ["out of order", (faults) => faults.reorderWatches(600_000)],
  ["held back", (faults) => faults.holdWatches()],
  ["late", (faults) => faults.delayWatches(20)],
])("a watch that is %s gets the events before its end, and then its end", async (_title, hold) => {
  await using world = await start();
  const { server, wire } = world;
  for (const how of ["ended", "expired"] as const) {
    const path = `${secrets}?watch=1&resourceVersion=${server.resourceVersion}`;
    const mark = server.requests.mark();
    const watched = wire.watch(path, () => false);
    await expect.poll(() => server.requests.since(mark)).toHaveLength(1);
    const held = hold(server.faults);
    await wire.post(secrets, { apiVersion: "v1", kind: "Secret", metadata: { name: how } });
    expect(server.faults.breakWatches(how)).toBe(1);
    held[Symbol.dispose]();
    const types = (await watched).map(({ type }) => type);
    expect(types).toEqual(how === "ended" ? ["ADDED"] : ["ADDED", "ERROR"]);
  }
});

test("a plan decides about each request, and may write before it", async () => {
  await using world = await start();
  const { server, wire, status } = world;
  // given a plan that writes before a request is executed, and drops the response to another
  const ended: string[] = [];
  const plan = server.faults.plan(async ({ verb, name, path, userAgent, ended: end }) => {
    if (verb === "create" && userAgent.startsWith("suite")) {
      void end.then(() => ended.push(path));
      return { type: "reset", when: "after" };
    }
    if (verb !== "update" || name !== "a") return undefined;
    plan.remove();
    await wire.patch(`${configMaps}/a`, "merge", { metadata: { labels: { rival: "yes" } } });
    return undefined;
  });
  // when an object is created and replaced
  await expect(wire.post(configMaps, configMap("a"))).rejects.toThrow();
  expect(await status("a")).toBe(200);
  await expect.poll(() => ended).toEqual([configMaps]);
  const { body } = await wire.get(`${configMaps}/a`);
  const replaced = await wire.put(`${configMaps}/a`, body);
  // then the replacement conflicts with the earlier write
  expect(replaced.status).toBe(409);
});

test("a plan that throws results in an internal error", async () => {
  await using world = await start();
  const { server, wire } = world;
  server.faults.plan(() => Promise.reject(new Error("no plan")));
  expect((await wire.get(configMaps)).body).toMatchObject({ code: 500, reason: "InternalError" });
  server.faults.clear();
  expect((await wire.get(configMaps)).status).toBe(200);
});

test("watches end cleanly, are cut, or expire", async () => {
  await using world = await start();
  const { server, wire } = world;
  const opened = async (count: number) => {
    await expect.poll(() => [...server.requests.entries()].filter(({ verb }) => verb === "watch")).toHaveLength(count);
  };
  const watch = () => wire.watch(`${secrets}?watch=1`, () => false);

  const ended = watch();
  await opened(1);
  expect(server.faults.breakWatches("ended", { resources: ["configmaps"] })).toBe(0);
  expect(server.faults.breakWatches("ended")).toBe(1);
  expect(await ended).toEqual([]);

  const expired = watch();
  await opened(2);
  expect(server.faults.breakWatches("expired", { resources: ["secrets"] })).toBe(1);
  expect(await expired).toMatchObject([{ type: "ERROR", object: { code: 410, reason: "Expired" } }]);

  const cut = expect(watch()).rejects.toThrow();
  await opened(3);
  expect(server.faults.breakWatches("cut")).toBe(1);
  await cut;
});

test("a skewed clock affects created objects until it is corrected", async () => {
  await using server = await ApiServer.start({ clock: { now: () => Date.parse("2026-01-01T00:00:00Z") } });
  const wire = new Wire(server.kubeconfig);
  const created = async (name: string) =>
    (await wire.post(configMaps, configMap(name))).body.metadata.creationTimestamp;
  server.faults.skewClock(-3_600_000);
  expect(await created("a")).toBe("2025-12-31T23:00:00Z");
  server.faults.clear();
  expect(await created("b")).toBe("2026-01-01T00:00:00Z");
});

test("a share of requests fails according to a seed, until the fault is removed", async () => {
  await using world = await start();
  const { server, wire } = world;
  const numbers = [0.1, 0.9, 0.29, 0.3];
  const fault = server.faults.add(
    { type: "error", code: 429, reason: "TooManyRequests" },
    { share: 0.3, random: () => numbers.shift() ?? 0 },
  );
  const statuses = [];
  for (let round = 0; round < 4; round += 1) statuses.push((await wire.get(configMaps)).status);
  expect(statuses).toEqual([429, 200, 429, 200]);
  fault.remove();
  expect((await wire.get(configMaps)).status).toBe(200);
  expect(fault.happened).toBe(2);
});

test("health checks and discovery are unaffected", async () => {
  await using world = await start();
  const { server, wire } = world;
  server.faults.add({ type: "error", code: 500, reason: "InternalError" });
  for (const path of ["/readyz", "/apis", "/openapi/v3", "/version"]) expect((await wire.get(path)).status).toBe(200);
});

test.each<[string, RequestFault, FaultOptions]>([
  ["no time", { type: "latency", ms: NaN }, {}],
  ["a negative time", { type: "outage", when: "before", ms: -1 }, {}],
  ["a share of more than all", { type: "latency", ms: 1 }, { share: 1.1 }],
  ["a negative number of times", { type: "latency", ms: 1 }, { times: -1 }],
  ["an error of a code that says success", { type: "error", code: 200, reason: "OK" }, {}],
])("a fault of %s is rejected", async (_title, fault, options) => {
  await using server = await ApiServer.start({ listen: false });
  expect(() => server.faults.add(fault, options)).toThrow(ArgumentError);
});
