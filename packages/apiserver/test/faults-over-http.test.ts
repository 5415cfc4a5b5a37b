import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { expect, onTestFinished, test } from "vitest";
import { ApiServer, type ApiServerOptions } from "../src/index.ts";
import { Wire } from "./conformance/target.ts";

const faults = "/capstan/faults";
const configMaps = "/api/v1/namespaces/default/configmaps";

async function start(options: ApiServerOptions = { faultsOverHttp: true }) {
  const server = await ApiServer.start(options);
  const wire = new Wire(server.kubeconfig);
  const create = (name: string) => wire.post(configMaps, { metadata: { name } });
  const ask = (fault: object) => wire.post(faults, fault);
  return { server, wire, create, ask, [Symbol.asyncDispose]: () => server.close() };
}

test("a requested fault occurs the given number of times, is shown, and ends when it is removed", async () => {
  await using world = await start();
  const { wire, create, ask } = world;
  // given an error for two creations, and latency for lists
  const error = { type: "error", code: 503, reason: "ServiceUnavailable", on: { verbs: ["create"] }, times: 2 };
  const latency = { type: "latency", ms: 1, on: { verbs: ["list"] } };
  const asked = await ask(error);
  expect([asked.status, asked.body]).toEqual([201, { id: "1", fault: error, happened: 0 }]);
  expect((await ask(latency)).body).toMatchObject({ id: "2" });
  // when three objects are created
  const statuses = [];
  for (const name of ["a", "b", "c"]) statuses.push((await create(name)).status);
  expect(statuses).toEqual([503, 503, 201]);
  await wire.get(configMaps);
  // then the fault reports how often it has occurred
  expect((await wire.get(faults)).body.items).toEqual([
    { id: "1", fault: error, happened: 2 },
    { id: "2", fault: latency, happened: 1 },
  ]);
  expect((await wire.get(`${faults}/1`)).body).toMatchObject({ happened: 2 });
  // and a removed fault is no longer listed and no longer occurs
  expect((await wire.delete(`${faults}/2`)).body).toMatchObject({ id: "2", happened: 1 });
  await wire.get(configMaps);
  expect((await wire.get(`${faults}/2`)).body).toMatchObject({ code: 404, message: 'faults "2" not found' });
  expect((await wire.get(faults)).body.items).toHaveLength(1);
});

test("all faults can be removed at once", async () => {
  await using world = await start();
  const { wire, create, ask } = world;
  await ask({ type: "error", code: 500, reason: "InternalError" });
  await ask({ type: "skewClock", ms: -3_600_000 });
  expect((await create("a")).status).toBe(500);
  expect((await wire.delete(faults)).body.items).toHaveLength(2);
  const { status, body } = await create("a");
  expect(status).toBe(201);
  expect(Date.now() - Date.parse(String(body.metadata.creationTimestamp))).toBeLessThan(1_800_000);
  expect((await wire.get(faults)).body.items).toEqual([]);
});

test("a response is lost after the write, as in the library", async () => {
  await using world = await start();
  const { wire, create, ask } = world;
  await ask({ type: "reset", when: "after", on: { resources: ["configmaps"], verbs: ["create"] }, times: 1 });
  await expect(create("a")).rejects.toThrow();
  expect((await wire.get(`${configMaps}/a`)).status).toBe(200);
});

test("watches are held, delayed, reordered and broken, and versions expire", async () => {
  await using world = await start();
  const { server, wire, create, ask } = world;
  const { resourceVersion } = server;
  let seen: string[] = [];
  const path = `${configMaps}?watch=1&resourceVersion=`;
  const watched = wire.watch(`${path}${resourceVersion}`, (events) => {
    seen = events.map(({ type, object }) => (type === "ERROR" ? type : object.metadata.name));
    return false;
  });
  await expect.poll(() => [...server.requests.entries()]).toContainEqual(expect.objectContaining({ verb: "watch" }));
  // given a watch whose changes are reordered and held
  const on = { resources: ["configmaps"] };
  await ask({ type: "reorderWatches", ms: 600_000, on });
  const held = await ask({ type: "holdWatches", on });
  await create("a");
  await create("b");
  expect(seen).toEqual([]);
  // when the watch is released
  await wire.delete(`${faults}/${String(held.body.id)}`);
  await expect.poll(() => seen).toEqual(["b", "a"]);
  await wire.delete(faults);
  await ask({ type: "delayWatches", ms: 1, on });
  await create("c");
  await expect.poll(() => seen).toEqual(["b", "a", "c"]);
  // then it can be broken, and its version expired
  const broken = await ask({ type: "breakWatches", how: "expired", on });
  expect([broken.status, broken.body.happened]).toEqual([200, 1]);
  await watched;
  expect(seen).toEqual(["b", "a", "c", "ERROR"]);
  const compacted = await ask({ type: "compact" });
  expect([compacted.status, compacted.body]).toEqual([200, { fault: { type: "compact" } }]);
  expect(await wire.watch(`${path}${resourceVersion}`, () => false)).toMatchObject([
    { type: "ERROR", object: { code: 410 } },
  ]);
});

test("a count that exceeds the precision of numbers is rounded", async () => {
  await using world = await start();
  const fault = '{"type": "latency", "ms": 0, "times": 12345678901234567890}';
  await world.wire.send("POST", faults, fault, { "content-type": "application/json" });
  expect((await world.wire.get(configMaps)).status).toBe(200);
  expect((await world.wire.get(faults)).body.items).toMatchObject([{ happened: 1 }]);
});

test("a second clock fault replaces the first", async () => {
  await using world = await start();
  const { wire, ask } = world;
  await ask({ type: "skewClock", ms: 1_000 });
  await ask({ type: "skewClock", ms: 2_000 });
  expect((await wire.get(faults)).body.items).toEqual([{ id: "2", fault: { type: "skewClock", ms: 2_000 } }]);
});

test.each<[string, unknown, number, string]>([
  ["not JSON", "{", 400, "the fault cannot be read: it is not JSON"],
  ["nested deeply", "[".repeat(100_000), 400, "the fault cannot be read"],
  ["of an inherited type", { type: "constructor" }, 422, 'type: Unsupported value: "constructor"'],
  ["of an inherited field", '{"type": "latency", "ms": 1, "__proto__": {}}', 422, "in body is a forbidden property"],
  ["a clock of another age", { type: "skewClock", ms: 1e300 }, 422, "The clock cannot be 1e+300 ms wrong"],
  ["not an object", [], 422, "must be of type object"],
  ["of no type", { ms: 1 }, 422, "type: Required value"],
  [
    "of an unknown type",
    { type: "flood" },
    422,
    'type: Unsupported value: "flood": supported values: "latency", "error"',
  ],
  ["without what it needs", { type: "error", code: 500 }, 422, "reason: Required value"],
  ["with an unknown field", { type: "latency", ms: 1, after: 2 }, 422, ".after in body is a forbidden property"],
  [
    "with an unknown filter",
    { type: "latency", ms: 1, on: { kind: "Pod" } },
    422,
    "on.kind in body is a forbidden property",
  ],
  [
    "with an unknown verb",
    { type: "latency", ms: 1, on: { verbs: ["post"] } },
    422,
    'on.verbs[0]: Unsupported value: "post"',
  ],
  [
    "with verbs for watches",
    { type: "holdWatches", on: { verbs: ["get"] } },
    422,
    "on.verbs in body is a forbidden property",
  ],
  ["with a number that is a string", { type: "latency", ms: "1" }, 422, 'ms in body must be of type number: "string"'],
  [
    "with a share of more than all",
    { type: "latency", ms: 1, share: 2 },
    422,
    "share of a fault must be from 0 to 1, not 2",
  ],
  ["of no time", { type: "delayWatches", ms: 0 }, 422, "Events cannot come 0 ms late"],
])("a fault that is %s is rejected with the reason", async (_title, fault, code, message) => {
  await using world = await start();
  const { status, body } = await world.wire.send("POST", faults, fault, { "content-type": "application/json" });
  expect([status, body.kind]).toEqual([code, "Status"]);
  expect(body.message).toContain(message);
  expect((await world.wire.get(faults)).body.items).toEqual([]);
});

test("only the group system:masters may inject faults, regardless of other rights", async () => {
  for (const authorization of ["RBAC", "AlwaysAllow"] as const) {
    await using world = await start({ faultsOverHttp: true, authorization });
    const { server, wire, create } = world;
    const role = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "cluster-admin" };
    const subjects = [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "jane" }];
    const bindings = "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings";
    expect((await wire.post(bindings, { metadata: { name: "jane" }, roleRef: role, subjects })).status).toBe(201);
    const jane = new Wire(server.kubeconfigFor("jane"));
    expect((await jane.get(configMaps)).status).toBe(200);
    const refused = await jane.post(faults, { type: "error", code: 500, reason: "InternalError" });
    expect(refused.body).toMatchObject({ code: 403, reason: "Forbidden" });
    expect(refused.body.message).toBe(
      'forbidden: User "jane" cannot post path "/capstan/faults": only the group system:masters may ask for faults',
    );
    const anonymous = await new Wire(server.kubeconfig, { anonymous: true }).get(faults);
    expect(anonymous.status).toBe(authorization === "RBAC" ? 403 : 401);
    expect((await create("a")).status).toBe(201);
  }
});

test("the path exists only if enabled, and supports only suitable methods", async () => {
  await using world = await start({});
  expect((await world.wire.get(faults)).status).toBe(404);
  await using open = await start();
  expect((await open.wire.put(faults, {})).status).toBe(405);
  await open.ask({ type: "latency", ms: 1 });
  expect((await open.wire.post(`${faults}/1`, {})).status).toBe(405);
  // A fork accepts faults, too, and does not inherit those of its origin.
  await using fork = await open.server.fork();
  expect((await new Wire(fork.kubeconfig).get(faults)).body.items).toEqual([]);
});

test("the program with --faults accepts requests of users with its kubeconfig", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "apiserver-faults-"));
  const kubeconfig = path.join(folder, "dev.kubeconfig");
  const bin = path.join(import.meta.dirname, "../bin/capstan-apiserver.js");
  const child = spawn(process.execPath, [bin, "--faults", "--kubeconfig-out", kubeconfig], { stdio: "ignore" });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  await expect.poll(() => existsSync(kubeconfig)).toBe(true);
  const wire = new Wire(readFileSync(kubeconfig, "utf8"));
  await wire.post(faults, { type: "error", code: 429, reason: "TooManyRequests", times: 1 });
  expect([(await wire.get(configMaps)).status, (await wire.get(configMaps)).status]).toEqual([429, 200]);
});
