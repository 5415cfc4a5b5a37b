import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { expect, test } from "vitest";
import { Cache, ConfigMap, Controller, createClient, forKind, Manager, Result } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { json, type Script, ScriptedServer, status } from "./support/scripted-server.ts";
import { until } from "./support/until.ts";

const informers = 15;

/** A server that many informers follow, and that may be unavailable in various ways. */
async function away() {
  const closing = new AsyncDisposableStack();
  const clock = new FakeClock();
  const attempts: number[] = [];
  const open: { readonly end: () => void }[] = [];
  let refuse: Script | undefined;
  const server = closing.use(
    await ScriptedServer.start((request, response) => {
      if (refuse !== undefined) {
        attempts.push(clock.monotonic());
        refuse(request, response);
        return;
      }
      if (request.query.get("watch") === "true") {
        response.writeHead(200, { "content-type": "application/json" }).flushHeaders();
        open.push({ end: () => response.socket?.resetAndDestroy() });
      } else json(response, 200, { kind: "ConfigMapList", metadata: { resourceVersion: "10" }, items: [] });
    }),
  );
  const client = createClient({ ...server.access, userAgent: "away-test/1", clock });
  closing.defer(() => client.close());
  const cache = new Cache({ client, clock, random: () => 0 });
  closing.defer(() => cache.stop());
  const all = Array.from({ length: informers }, (_, index) => cache.informer(ConfigMap, { namespace: `n-${index}` }));
  cache.start();
  await until(() => open.length === informers);
  return {
    clock,
    attempts,
    open,
    cache,
    problems: () => all.filter(({ problem }) => problem !== undefined).length,
    goAway: async (how: Script) => {
      refuse = how;
      for (const { end } of open.splice(0)) end();
      await until(() => all.every(({ problem }) => problem !== undefined));
    },
    comeBack: () => (refuse = undefined),
    /** Moves the clock in small steps, so that answers arrive in between. */
    pass: async (seconds: number) => {
      for (let step = 0; step < seconds * 10; step += 1) {
        await clock.advance({ milliseconds: 100 });
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

const refused: Script = (_request, response) => response.socket?.resetAndDestroy();

test("an unavailable server gets one attempt a second from fifteen informers, and all recover within 1.5 s", async () => {
  // given fifteen informers whose server is unavailable for two minutes
  await using world = await away();
  await world.goAway(refused);
  const awaySinceMs = world.clock.monotonic();
  await world.pass(60);
  // then attempts are at least a second apart, after the immediate first one
  const later = world.attempts.filter((atMs) => atMs > awaySinceMs + 200);
  const gaps = later.slice(1).map((atMs, index) => atMs - (later[index] ?? 0));
  expect(world.attempts.length).toBeGreaterThan(50);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000);
  // and when the server recovers, all informers do
  world.comeBack();
  const backMs = world.clock.monotonic();
  while (world.open.length < informers) await world.pass(0.1);
  expect(world.clock.monotonic() - backMs).toBeLessThanOrEqual(1_500);
  await until(() => world.problems() === 0);
});

test.each([429, 503])("all informers wait for the Retry-After of a server that answers %d", async (code) => {
  await using world = await away();
  const busy: Script = (_request, response) => {
    status(response, code, "TooManyRequests", { "retry-after": "7" });
  };
  await world.goAway(busy);
  await world.pass(30);
  const gaps = world.attempts.slice(1).map((atMs, index) => atMs - (world.attempts[index] ?? 0));
  expect(gaps.length).toBeGreaterThan(2);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(7_000);
  world.comeBack();
  await world.pass(8);
  while (world.open.length < informers) await world.pass(0.1);
});

test("an unfinished TLS handshake ends when its requests are aborted, and does not delay closing", async () => {
  // given a server that accepts connections and sends nothing
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => undefined);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const kubeconfig = JSON.stringify({
    clusters: [{ name: "c", cluster: { server: url } }],
    users: [{ name: "u", user: {} }],
    contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
    "current-context": "x",
  });
  const clock = new FakeClock();
  const client = createClient({ kubeconfig, userAgent: "away-test/1", clock });
  const key = { name: "a", namespace: "default" };
  // when a request and a watch are aborted
  const ending = new AbortController();
  const request = client.get(ConfigMap, key, { signal: ending.signal });
  const watch = client.watchBatches(ConfigMap, { signal: ending.signal })[Symbol.asyncIterator]().next();
  await until(() => sockets.length === 1);
  ending.abort(new Error("given up"));
  // then both end without delay
  await expect(request).rejects.toThrow("given up");
  expect(await watch).toMatchObject({ done: true });
  // and the connection that they waited for ends with the client
  const ended = sockets.map((socket) => new Promise((resolve) => socket.once("close", resolve)));
  for (const socket of sockets) socket.resume();
  await client.close();
  await Promise.all(ended);
  server.close();
});

function reader(script: Script, clock: FakeClock) {
  return ScriptedServer.start(script).then((server) => {
    const client = createClient({ ...server.access, userAgent: "away-test/1", clock });
    const manager = new Manager({ name: "reader", client, connectionClock: clock });
    const reconciler = { reconcile: () => Promise.resolve(Result.awaitChange()) };
    manager.add(new Controller({ name: "reader", sources: [forKind(ConfigMap)], reconciler }));
    let failure: Error | undefined;
    manager.failure.catch((error: unknown) => (failure = error as Error));
    return {
      manager,
      failure: () => failure,
      async [Symbol.asyncDispose]() {
        const stopped = manager.stop();
        await client.close();
        await stopped;
        await server[Symbol.asyncDispose]();
      },
    };
  });
}

const emptyList: Script = ({ query }, response) => {
  if (query.get("watch") === "true") response.writeHead(200, { "content-type": "application/json" }).flushHeaders();
  else json(response, 200, { kind: "ConfigMapList", metadata: { resourceVersion: "10" }, items: [] });
};

test("a manager whose kind stays forbidden does not start, and names the missing right", async () => {
  const clock = new FakeClock();
  await using world = await reader((_request, response) => {
    status(response, 403, "Forbidden");
  }, clock);
  let problem: Error | undefined;
  const started = world.manager.start().catch((error: unknown) => (problem = error as Error));
  while (clock.monotonic() < 119_000) await clock.advance({ seconds: 1 });
  expect(problem).toBeUndefined();
  await clock.advance({ seconds: 2 });
  await started;
  expect(problem).toMatchObject({ code: "TimedOut" });
  expect(problem?.message).toMatch(/configmaps.*grant list and watch/);
});

test("a manager whose kind stays unserved runs until the time limit for its CRD, and then fails", async () => {
  const clock = new FakeClock();
  await using world = await reader((_request, response) => {
    response.writeHead(404, { "content-type": "text/plain" }).end("404 page not found\n");
  }, clock);
  await world.manager.start();
  while (clock.monotonic() < 119_000) await clock.advance({ seconds: 1 });
  expect(world.failure()).toBeUndefined();
  await clock.advance({ seconds: 2 });
  await until(() => world.failure() !== undefined);
  expect(world.failure()).toMatchObject({ code: "TimedOut" });
  expect(world.failure()?.message).toMatch(/configmaps.*install its CRD/);
});

test("a kind that is served, or allowed, in time causes no failure", async () => {
  const clock = new FakeClock();
  let isServed = false;
  await using world = await reader((request, response) => {
    if (isServed) emptyList(request, response);
    else status(response, 403, "Forbidden");
  }, clock);
  const state = { isStarted: false };
  const started = world.manager.start().then(() => (state.isStarted = true));
  while (clock.monotonic() < 60_000) await clock.advance({ seconds: 1 });
  expect(state.isStarted).toBe(false);
  isServed = true;
  while (!state.isStarted) await clock.advance({ seconds: 1 });
  await started;
  await clock.advance({ minutes: 5 });
  expect(world.failure()).toBeUndefined();
});
