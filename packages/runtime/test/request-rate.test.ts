import { ApiServer } from "@capstan/apiserver";
import { ConfigMap, createClient, Lease, Secret } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { describe, expect, test } from "vitest";
import { until } from "./support/until.ts";

const key = { namespace: "default", name: "none" };

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
  test("a burst is sent at once, and what is beyond it at the rate", async () => {
    await using server = await ApiServer.start();
    const clock = new FakeClock();
    const rate = { qps: 2, burst: 3 };
    const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1", clock, rate });
    // given five requests, three may be sent
    const requests = sending(client, 5);
    await until(() => requests.answered === 3);
    expect(server.requests.entries()).toHaveLength(3);
    // when half a second has passed, then so may a fourth, and after as much time again the fifth
    await clock.advance(500);
    await until(() => requests.answered === 4);
    expect(server.requests.entries()).toHaveLength(4);
    await clock.advance(500);
    await until(() => requests.answered === 5);
    await client.close();
  });

  test("each resource has a rate of its own, in whatever namespace", async () => {
    await using server = await ApiServer.start();
    const rate = { qps: 0.001, burst: 1 };
    const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1", clock: new FakeClock(), rate });
    const requests = sending(client, 3);
    await until(() => requests.answered === 1);
    await expect(client.get(Secret, key)).rejects.toMatchObject({ status: 404 });
    const signal = AbortSignal.timeout(200);
    await expect(client.get(ConfigMap, { ...key, namespace: "kube-system" }, { signal })).rejects.toMatchObject({
      name: "TimeoutError",
    });
    await client.close();
  });

  test("the Lease is renewed however many requests wait", async () => {
    await using server = await ApiServer.start();
    const rate = { qps: 0.001, burst: 1 };
    const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1", clock: new FakeClock(), rate });
    const requests = sending(client, 3);
    await until(() => requests.answered === 1);
    await expect(client.get(Lease, key)).rejects.toMatchObject({ status: 404 });
    await client.close();
  });

  test("a request that is given up while it waits delays no other", async () => {
    await using server = await ApiServer.start();
    const clock = new FakeClock();
    const rate = { qps: 1, burst: 1 };
    const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1", clock, rate });
    const first = sending(client, 1);
    await until(() => first.answered === 1);
    const ending = new AbortController();
    const given = client.get(ConfigMap, key, { signal: ending.signal });
    ending.abort(new Error("no longer wanted"));
    await expect(given).rejects.toThrow("no longer wanted");
    const next = sending(client, 1);
    await clock.advance(1_000);
    await until(() => next.answered === 1);
    await client.close();
  });

  test.each([undefined, { qps: -1, burst: 1 }])("with %j all are sent at once", async (rate) => {
    await using server = await ApiServer.start();
    const options = { kubeconfig: server.kubeconfig, userAgent: "test/1", clock: new FakeClock() };
    const client = createClient({ ...options, ...(rate === undefined ? {} : { rate }) });
    const requests = sending(client, 20);
    await until(() => requests.answered === 20);
    await client.close();
  });
});
