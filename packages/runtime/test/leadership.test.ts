import { ApiServer } from "@capstan/apiserver";
import { expect, test } from "vitest";
import {
  channelSource,
  type Client,
  ConfigMap,
  Controller,
  createClient,
  createRequest,
  delegatingClient,
  Lease,
  Manager,
  Result,
} from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { until } from "./support/until.ts";

const key = { name: "things", namespace: "default" };
const hourMs = 3_600_000;

/** A clock that may run ahead of its timers, as in a process that was paused. */
class PausedClock extends FakeClock {
  pausedMs = 0;

  override monotonic(): number {
    return super.monotonic() + this.pausedMs;
  }
}

/** A candidate whose controller makes the writes of the test, with a client that the test can change. */
async function world(change: (client: Client, clock: PausedClock) => Partial<Client> = () => ({})) {
  const closing = new AsyncDisposableStack();
  const server = closing.use(await ApiServer.start());
  const clock = new PausedClock();
  const observer = createClient({ kubeconfig: server.kubeconfig, userAgent: "observer/1" });
  closing.defer(() => observer.close());
  const requests: string[] = [];
  const client = createClient({
    kubeconfig: server.kubeconfig,
    userAgent: "leader/1",
    onRequest: ({ verb, resource }) => requests.push(`${verb} ${resource}`),
  });
  closing.defer(() => client.close());
  const source = channelSource();
  let work: () => Promise<unknown> = () => Promise.resolve();
  const outcomes: string[] = [];
  const manager = closing.use(
    new Manager({
      name: "things",
      client: { ...delegatingClient(client), ...change(client, clock) },
      clock,
      stopTimeoutMs: 1_000,
      leaderElection: { namespace: "default", identity: "leader" },
    }),
  );
  manager.add(
    new Controller({
      name: "things",
      sources: [source],
      reconciler: {
        reconcile: async () => {
          await work().then(
            () => outcomes.push("written"),
            (error: unknown) => outcomes.push((error as Error).name),
          );
          return Result.awaitChange();
        },
      },
    }),
  );
  const state = { elected: false, failed: undefined as Error | undefined };
  manager.on("elected", () => (state.elected = true));
  manager.on("failed", (error) => (state.failed = error));
  return {
    server,
    clock,
    observer,
    client,
    requests,
    manager,
    state,
    outcomes,
    /** Triggers one reconcile of the controller. */
    attempt: (todo: () => Promise<unknown>) => {
      work = todo;
      source.push(createRequest("a"));
    },
    configMaps: async () => (await observer.list(ConfigMap, { namespace: "default" })).items.length,
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

const configMap = (name: string): ConfigMap => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, namespace: "default" },
});

test("a renewal is one request", async () => {
  await using env = await world();
  await env.manager.start();
  await until(() => env.state.elected);
  env.requests.length = 0;
  // when ten renewals are due
  for (let renewals = 0; renewals < 10; renewals += 1) {
    await env.clock.advance({ seconds: 2 });
    await until(() => env.requests.length === renewals + 1);
  }
  expect(env.requests).toEqual(Array.from({ length: 10 }, () => "update leases"));
});

test("a change of the Lease by someone else, who does not take it, costs one read and no leadership", async () => {
  await using env = await world();
  await env.manager.start();
  await until(() => env.state.elected);
  await env.observer.patch(Lease, key, { type: "merge", body: { metadata: { labels: { seen: "yes" } } } });
  env.requests.length = 0;
  await env.clock.advance({ seconds: 2 });
  await until(() => env.requests.length === 3);
  expect(env.requests).toEqual(["update leases", "get leases", "update leases"]);
  await env.clock.advance({ seconds: 2 });
  await until(() => env.requests.length === 4);
  expect(env.state.failed).toBeUndefined();
});

test("a leader that sees another holder stops at once, long before its own deadline", async () => {
  await using env = await world();
  await env.manager.start();
  await until(() => env.state.elected);
  const lease = await env.observer.get(Lease, key);
  await env.observer.replace(Lease, { ...lease, spec: { ...lease.spec, holderIdentity: "other" } });
  await env.clock.advance({ seconds: 2 });
  await until(() => env.state.failed !== undefined);
  expect(env.state.failed).toMatchObject({ code: "LeadershipLost" });
  expect(env.state.failed?.message).toContain("another");
  await env.manager.stop();
  expect((await env.observer.get(Lease, key)).spec?.holderIdentity).toBe("other");
});

test("writes of a leader are refused once its last renewal is too old, before any timer fires", async () => {
  // given a leader whose renewals stopped, as in a process that was paused
  await using env = await world();
  await env.manager.start();
  await until(() => env.state.elected);
  env.attempt(() => env.manager.client.create(ConfigMap, configMap("in-time")));
  await until(() => env.outcomes.length === 1);
  const before = await env.configMaps();
  // when time has passed that no timer has noticed yet
  env.clock.pausedMs = 10_000;
  env.attempt(() => env.manager.client.create(ConfigMap, configMap("too-late")));
  await until(() => env.outcomes.length === 2);
  // then no request is sent, not even an Event
  env.requests.length = 0;
  env.manager.recorder.record(configMap("in-time"), { type: "Normal", reason: "TooLate", message: "too late" });
  await env.manager.settled();
  expect(env.outcomes).toEqual(["written", "LeadershipLostError"]);
  expect(env.requests.filter((request) => !/^(get|list|watch)/.test(request))).toEqual([]);
  expect(await env.configMaps()).toBe(before);
});

test("a write that waits for a connection is checked again when it gets one", async () => {
  // given more writes at once than there are connections
  await using env = await world();
  await env.manager.start();
  await until(() => env.state.elected);
  const before = await env.configMaps();
  let settled: PromiseSettledResult<unknown>[] = [];
  env.attempt(async () => {
    const names = Array.from({ length: 200 }, (_, index) => `queued-${index}`);
    const writes = names.map((name) => env.manager.client.create(ConfigMap, configMap(name)));
    // when the process is paused after the first writes are answered
    void Promise.race(writes).then(() => (env.clock.pausedMs = 10_000));
    settled = await Promise.allSettled(writes);
  });
  await until(() => settled.length === 200);
  // then the waiting writes were not sent, and each reports its true outcome
  const written = settled.filter(({ status }) => status === "fulfilled").length;
  expect(written).toBeGreaterThan(0);
  expect(written).toBeLessThan(200);
  expect((await env.configMaps()) - before).toBe(written);
});

test("a late answer to an acquiring write does not make a leader; the next renewal does", async () => {
  // given a server that stores the Lease, and answers after eleven seconds
  let creates = 0;
  await using env = await world((client, clock) => ({
    create: async (kind, object, options) => {
      const answer = await client.create(kind, object, options);
      if (kind.kind === "Lease") {
        creates += 1;
        clock.pausedMs = 11_000;
      }
      return answer;
    },
  }));
  await env.manager.start();
  await until(() => creates === 1);
  await env.clock.advance({ seconds: 1 });
  expect(env.state.elected).toBe(false);
  // when the candidate tries again, then it leads
  while (!env.state.elected) await env.clock.advance({ milliseconds: 500 });
  env.attempt(() => env.manager.client.create(ConfigMap, configMap("a")));
  await until(() => env.outcomes.length === 1);
  expect(env.outcomes).toEqual(["written"]);
});

test.each([hourMs, -hourMs, 24 * hourMs, -24 * hourMs])(
  "a wall clock that jumps by %d ms changes no leadership",
  async (stepMs) => {
    await using env = await world();
    await env.manager.start();
    await until(() => env.state.elected);
    env.requests.length = 0;
    env.clock.stepWall(stepMs);
    for (let renewals = 1; renewals <= 3; renewals += 1) {
      await env.clock.advance({ seconds: 2 });
      await until(() => env.requests.length === renewals);
      env.attempt(() => env.manager.client.get(Lease, key));
      await until(() => env.outcomes.length === renewals);
      env.requests.splice(renewals);
    }
    expect(env.state.failed).toBeUndefined();
    expect(env.outcomes).toEqual(["written", "written", "written"]);
  },
);

test.each([hourMs, -hourMs, 24 * hourMs, -24 * hourMs])(
  "a candidate whose wall clock jumps by %d ms takes the Lease neither earlier nor later",
  async (stepMs) => {
    await using env = await world();
    await env.observer.create(Lease, {
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: key,
      spec: { holderIdentity: "other", leaseDurationSeconds: 15 },
    });
    await env.manager.start();
    await until(() => env.requests.includes("get leases"));
    env.clock.stepWall(stepMs);
    for (let seconds = 0; seconds < 14; seconds += 1) {
      await env.clock.advance({ seconds: 1 });
      expect((await env.observer.get(Lease, key)).spec?.holderIdentity).toBe("other");
    }
    while (!env.state.elected) await env.clock.advance({ milliseconds: 500 });
    expect(env.clock.monotonic()).toBeLessThan(25_000);
  },
);

test("durations that leave no time to stop are refused", () => {
  const client = { userAgent: "leader/1" } as Client;
  const manager = (leaseDurationMs: number): Manager =>
    new Manager({ name: "things", client, leaderElection: { namespace: "default", leaseDurationMs } });
  expect(() => manager(10_000)).toThrow(expect.objectContaining({ code: "ArgumentInvalid" }));
  expect(manager(10_001).name).toBe("things");
});
