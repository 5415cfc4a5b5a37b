import { ApiServer } from "@capstan/apiserver";
import {
  Cache,
  ConfigMap,
  createClient,
  Lease,
  RemoteClusters,
  type RequestRateOptions,
  Secret,
} from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { describe, expect, test } from "vitest";
import { until } from "./support/until.ts";

const key = { namespace: "default", name: "none" };

/** A client with a rate limit, on its own clock. */
async function limited(rate: RequestRateOptions | undefined) {
  const server = await ApiServer.start();
  const clock = new FakeClock();
  const { kubeconfig } = server;
  const client = createClient({ kubeconfig, userAgent: "test/1", clock, ...(rate === undefined ? {} : { rate }) });
  return {
    server,
    clock,
    client,
    async [Symbol.asyncDispose]() {
      await client.close();
      await server.close();
    },
  };
}

/** Sends `count` reads at once. */
function sending(client: ReturnType<typeof createClient>, count: number): { answered: number } {
  const state = { answered: 0 };
  for (let index = 0; index < count; index += 1) {
    const counted = (): number => (state.answered += 1);
    client.get(ConfigMap, key).then(counted, counted);
  }
  return state;
}

describe("the rate of requests", () => {
  test("a burst is sent at once, and further requests at the rate", async () => {
    await using env = await limited({ qps: 2, burst: 3 });
    // given five requests, of which three may be sent
    const requests = sending(env.client, 5);
    await until(() => requests.answered === 3);
    expect(env.server.requests.entries()).toHaveLength(3);
    // when half a second passes, then a fourth may be sent, and after another half second the fifth
    await env.clock.advance(500);
    await until(() => requests.answered === 4);
    expect(env.server.requests.entries()).toHaveLength(4);
    await env.clock.advance(500);
    await until(() => requests.answered === 5);
  });

  test("time without requests accumulates only the burst", async () => {
    await using env = await limited({ qps: 2, burst: 3 });
    const first = sending(env.client, 1);
    await until(() => first.answered === 1);
    // when an hour passes, then three may be sent at once, and the fourth waits for half a second
    await env.clock.advance({ hours: 1 });
    const requests = sending(env.client, 4);
    await until(() => requests.answered === 3);
    expect(env.server.requests.entries()).toHaveLength(4);
    await env.clock.advance(500);
    await until(() => requests.answered === 4);
  });

  test("each resource has its own rate, across namespaces", async () => {
    await using env = await limited({ qps: 0.001, burst: 1 });
    const requests = sending(env.client, 3);
    await until(() => requests.answered === 1);
    await expect(env.client.get(Secret, key)).rejects.toMatchObject({ status: 404 });
    const signal = AbortSignal.timeout(200);
    await expect(env.client.get(ConfigMap, { ...key, namespace: "kube-system" }, { signal })).rejects.toMatchObject({
      name: "TimeoutError",
    });
  });

  test("the Lease is renewed however many requests wait", async () => {
    await using env = await limited({ qps: 0.001, burst: 1 });
    const requests = sending(env.client, 3);
    await until(() => requests.answered === 1);
    await expect(env.client.get(Lease, key)).rejects.toMatchObject({ status: 404 });
  });

  test("a request that is aborted while it waits delays no other", async () => {
    await using env = await limited({ qps: 1, burst: 1 });
    const first = sending(env.client, 1);
    await until(() => first.answered === 1);
    const ending = new AbortController();
    const given = env.client.get(ConfigMap, key, { signal: ending.signal });
    ending.abort(new Error("no longer wanted"));
    await expect(given).rejects.toThrow("no longer wanted");
    const next = sending(env.client, 1);
    await env.clock.advance(1_000);
    await until(() => next.answered === 1);
  });

  test("a workload cluster is not considered unresponsive while requests wait for their turn", async () => {
    // given a cluster that allows one request in 10 s, and that has 2 s to answer
    await using env = await limited(undefined);
    const value = Buffer.from(env.server.kubeconfig).toString("base64");
    await env.client.create(Secret, { apiVersion: "v1", kind: "Secret", metadata: key, data: { value } });
    const cache = new Cache({ client: env.client });
    cache.start();
    const limits = { rate: { qps: 0.1, burst: 1 }, probeTimeoutMs: 2_000 };
    const remotes = new RemoteClusters({ cache, connectionClock: env.clock, userAgent: "remote/1", ...limits });
    const { client } = await remotes.get(key);
    // when three requests are made at once
    let ended = 0;
    const lists = [1, 2, 3].map(() => client.list(ConfigMap, { retry: false }).finally(() => (ended += 1)));
    const answers = Promise.allSettled(lists);
    for (const turn of [1, 2, 3]) {
      await until(() => ended >= turn);
      await env.clock.advance({ seconds: 10 });
    }
    // then each is answered in its turn
    expect((await answers).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
    await remotes.close();
    await cache.stop();
  });

  test.each([undefined, { qps: -1, burst: 1 }])("with %j all are sent at once", async (rate) => {
    await using env = await limited(rate);
    const requests = sending(env.client, 20);
    await until(() => requests.answered === 20);
  });
});
