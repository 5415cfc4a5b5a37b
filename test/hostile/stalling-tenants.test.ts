// A tenant with stuck or very many objects must not keep the controllers from serving others.
import {
  Cache,
  channelSource,
  ConfigMap,
  Controller,
  createClient,
  createRequest,
  ManagerMetrics,
  type ReconcileContext,
  type Request,
  requestKey,
  Result,
  silentLogger,
} from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { setImmediate as turn } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HostileServer } from "./hostile-server.ts";

const stuck = 1_000;
const victims = 20;
const stepsOfVictim = 5;

/** A management cluster that sends no response about the namespace `evil`. */
let server: HostileServer;

beforeAll(async () => {
  server = await HostileServer.start({
    other: (request, response) => {
      if (request.url.includes("/namespaces/evil/")) return;
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ kind: "ConfigMap" }));
    },
  });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

async function until(fact: () => boolean): Promise<void> {
  while (!fact()) await turn();
}

type Reconcile = (request: Request, context: ReconcileContext) => Promise<Result>;

/** A controller whose deadlines, delays and requests use a clock that advances only on request. */
async function controlled(reconcile: (client: ReturnType<typeof createClient>) => Reconcile) {
  const clock = new FakeClock();
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "stalling/1", clock });
  const source = channelSource();
  const controller = new Controller({ name: "thing", sources: [source], reconciler: { reconcile: reconcile(client) } });
  await controller.startSources({
    cache: new Cache({ client }),
    clock,
    logger: silentLogger,
    metrics: new ManagerMetrics(),
    concurrency: 10,
    reconcileTimeoutMs: 60_000,
    deadlineClock: clock,
  });
  controller.startWorkers();
  return {
    clock,
    push: (namespace: string, name: string) => {
      source.push(createRequest(name, namespace));
    },
    async [Symbol.asyncDispose]() {
      const stopped = controller.stop();
      await client.close();
      await stopped;
    },
  };
}

/** Reads its object; a victim's is requeued until it has been reconciled {@link stepsOfVictim} times. */
function reading(began: string[], ended: string[]): Parameters<typeof controlled>[0] {
  const steps = new Map<string, number>();
  return (client) =>
    async (request, { signal }) => {
      const key = requestKey(request);
      began.push(key);
      await client.get(ConfigMap, request, { signal });
      ended.push(key);
      const count = (steps.get(key) ?? 0) + 1;
      steps.set(key, count);
      return count < stepsOfVictim ? Result.requeueAfter(1) : Result.awaitChange();
    };
}

describe(`${stuck} objects of one tenant whose requests get no response`, () => {
  test("do not delay another tenant's objects, whose reconciles take several steps", async () => {
    const began: string[] = [];
    const ended: string[] = [];
    await using env = await controlled(reading(began, ended));
    for (let index = 0; index < stuck; index += 1) env.push("evil", `e${index}`);
    for (let index = 0; index < victims; index += 1) env.push("victim", `v${index}`);
    // when the clock advances only as much as the victim's own steps need
    for (let step = 1; step <= stepsOfVictim; step += 1) {
      await until(() => ended.length === step * victims);
      await env.clock.advance(1);
    }
    // then all victim objects are done, and the attacker's hold eight of the ten workers
    expect(ended.every((key) => key.startsWith("victim/"))).toBe(true);
    expect(began.filter((key) => key.startsWith("evil/"))).toHaveLength(8);
  });

  test("are reconciled once their requests get responses", async () => {
    const ended: string[] = [];
    await using env = await controlled(reading([], ended));
    for (let index = 0; index < stuck; index += 1) env.push("good", `e${index}`);
    await until(() => new Set(ended).size === stuck);
    expect(ended).toHaveLength(stuck);
  });

  test("release their workers after 20 s, and are not retried for at least as long", async () => {
    const atSeconds: number[] = [];
    await using env = await controlled((client) => async (request, { signal }) => {
      atSeconds.push(env.clock.monotonic() / 1_000);
      await client.get(ConfigMap, request, { signal });
      return Result.awaitChange();
    });
    const asked = server.requests.length;
    env.push("evil", "e");
    for (let second = 0; second < 90; second += 1) {
      // A reconcile sends or completes its request before more time passes.
      await until(() => server.requests.length === asked + atSeconds.length);
      for (let turns = 0; turns < 20; turns += 1) await turn();
      await env.clock.advance({ seconds: 1 });
    }
    expect(atSeconds[0]).toBe(0);
    expect(atSeconds.length).toBeGreaterThan(1);
    for (const [index, at] of atSeconds.entries()) {
      if (index > 0) expect(at - (atSeconds[index - 1] ?? 0)).toBeGreaterThanOrEqual(40);
    }
  });
});

test("200,000 queued objects of one tenant do not delay another's: tenants take turns", async () => {
  const order: string[] = [];
  let isOver = false;
  await using env = await controlled(() => async ({ namespace = "" }) => {
    if (!isOver) order.push(namespace);
    await turn();
    return Result.awaitChange();
  });
  for (let index = 0; index < 200_000; index += 1) env.push("evil", String(index));
  for (let index = 0; index < victims; index += 1) env.push("victim", String(index));
  await until(() => order.length >= 200);
  isOver = true;
  const last = order.lastIndexOf("victim");
  expect(order.filter((namespace) => namespace === "victim")).toHaveLength(victims);
  // Eight of the attacker's objects began before; since then each victim object waited for one of them.
  expect(last).toBeLessThan(8 + 2 * victims + 10);
});
