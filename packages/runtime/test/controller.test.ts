import { setImmediate as turn } from "node:timers/promises";
import { ApiServer } from "@capstan/apiserver";
import { ArgumentError } from "@capstan/kube";
import { expect, test } from "vitest";
import {
  channelSource,
  ConfigMap,
  Controller,
  createClient,
  createRequest,
  enqueueForOwner,
  enqueueMapped,
  forKind,
  type Logger,
  Manager,
  Namespace,
  type Reconciler,
  type Request,
  Result,
  Secret,
  type Source,
  TerminalError,
} from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { until } from "./support/until.ts";

interface WorldOptions {
  readonly sources: readonly Source[];
  readonly reconcile: Reconciler["reconcile"];
  readonly concurrency?: number;
  readonly watchFilter?: string;
  readonly before?: (client: ReturnType<typeof createClient>) => Promise<unknown>;
}

async function world({ sources, reconcile, concurrency, watchFilter, before }: WorldOptions) {
  const server = await ApiServer.start();
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "controller-test/1" });
  await before?.(client);
  const clock = new FakeClock();
  const lines: string[] = [];
  const logger: Logger = {
    debug: (message) => lines.push(`debug ${message}`),
    info: (message) => lines.push(`info ${message}`),
    warn: (message) => lines.push(`warn ${message}`),
    error: (message) => lines.push(`error ${message}`),
    with: () => logger,
  };
  const manager = new Manager({
    name: "test",
    client,
    clock,
    logger,
    freeze: true,
    ...(watchFilter === undefined ? {} : { watchFilter }),
  });
  clock.settle = () => manager.settled();
  const controller = new Controller({
    name: "things",
    sources,
    reconciler: { reconcile },
    ...(concurrency === undefined ? {} : { concurrency }),
  });
  manager.add(controller);
  await manager.start();
  return {
    server,
    client,
    clock,
    manager,
    controller,
    lines,
    metric: async (name: string) =>
      (await manager.metrics.registry.metrics()).split("\n").filter((line) => line.startsWith(name)),
    async [Symbol.asyncDispose]() {
      await manager.stop();
      await client.close();
      await server.close();
    },
  };
}

const configMap = (name: string, labels: Record<string, string> = {}): ConfigMap => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, namespace: "default", labels },
});

test("requeueAfter refuses a value that is not a number", () => {
  expect(() => Result.requeueAfter(Number.NaN)).toThrow(ArgumentError);
  expect(Result.requeueAfter(0)).toEqual({ requeueAfterMs: 0 });
});

test("requeueAfter reconciles again after its delay, awaitChange only after a change", async () => {
  // given a reconciler that requests two requeues
  const times: number[] = [];
  const source = channelSource();
  const start = new FakeClock().now();
  await using env = await world({
    sources: [source],
    reconcile: (_request, { clock }) => {
      times.push(clock.now() - start);
      return Promise.resolve(times.length < 3 ? Result.requeueAfter(60_000) : Result.awaitChange());
    },
  });
  // when an hour passes, and then something changes
  source.push(createRequest("a"));
  await env.clock.advance({ hours: 1 });
  expect(times).toEqual([0, 60_000, 120_000]);
  source.push(createRequest("a"));
  await env.manager.settled();
  expect(times).toEqual([0, 60_000, 120_000, 3_600_000]);
  // then the change counted
  expect(await env.metric("controller_runtime_reconcile_total")).toEqual([
    'controller_runtime_reconcile_total{controller="things",result="success"} 2',
    'controller_runtime_reconcile_total{controller="things",result="requeue_after"} 2',
    'controller_runtime_reconcile_total{controller="things",result="requeue"} 0',
    'controller_runtime_reconcile_total{controller="things",result="error"} 0',
  ]);
});

test("an error is retried with back-off, a terminal error only after a change", async () => {
  const source = channelSource();
  const calls: string[] = [];
  await using env = await world({
    sources: [source],
    reconcile: ({ name }) => {
      calls.push(name);
      throw name === "terminal" ? new TerminalError("no use") : new Error("boom");
    },
  });
  source.push(createRequest("failing"));
  source.push(createRequest("terminal"));
  await env.clock.advance({ milliseconds: 5 + 10 + 20 + 40 });
  expect(calls.filter((name) => name === "failing")).toHaveLength(5);
  expect(calls.filter((name) => name === "terminal")).toHaveLength(1);
  source.push(createRequest("terminal"));
  await env.manager.settled();
  expect(calls.filter((name) => name === "terminal")).toHaveLength(2);
  expect(env.lines).toContain("error Reconcile failed; retrying when an object changes");
});

test("a request is reconciled by one worker at a time, and changes meanwhile are not lost", async () => {
  // given a reconcile whose duration the test decides
  const source = channelSource();
  const finish: (() => void)[] = [];
  let running = 0;
  let most = 0;
  await using env = await world({
    sources: [source],
    concurrency: 2,
    reconcile: async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => finish.push(resolve));
      running -= 1;
      return Result.awaitChange();
    },
  });
  // when one request comes five times, and two others
  for (let repeat = 0; repeat < 5; repeat += 1) source.push(createRequest("a"));
  await until(() => finish.length === 1);
  source.push(createRequest("a"));
  expect(running).toBe(1);
  // of other namespaces, because no namespace may hold all workers
  source.push(createRequest("b", "one"));
  source.push(createRequest("c", "other"));
  await until(() => finish.length === 2);
  // then two run at a time, and a runs once more
  while (finish.length < 4) {
    finish[finish.length - 1]?.();
    finish[0]?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (const end of finish) end();
  await env.manager.settled();
  expect(running).toBe(0);
  expect(most).toBe(2);
  expect(finish).toHaveLength(4);
});

test("owners are enqueued, including owners that an object had before", async () => {
  const seen: string[] = [];
  await using env = await world({
    sources: [enqueueForOwner(Secret, { group: "example.org", ownerKind: "Thing" })],
    reconcile: ({ name }) => {
      seen.push(name);
      return Promise.resolve(Result.awaitChange());
    },
  });
  const owner = (name: string) => ({ apiVersion: "example.org/v1", kind: "Thing", name, uid: `uid-${name}` });
  const other = { apiVersion: "other.org/v1", kind: "Thing", name: "other", uid: "o" };
  const secret: Secret = {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: "s", namespace: "default", ownerReferences: [owner("first"), other] },
  };
  await env.client.create(Secret, secret);
  await env.manager.settled();
  expect(seen).toEqual(["first"]);
  const patch = { metadata: { ownerReferences: [owner("second")] } };
  await env.client.patch(Secret, secret.metadata, { type: "merge", body: patch });
  await env.manager.settled();
  expect(seen).toEqual(["first", "first", "second"]);
});

test("an owner is enqueued only in the namespace of the object, and never for a cluster-scoped object", async () => {
  const seen: string[] = [];
  const owners = { group: "example.org", ownerKind: "Thing" };
  await using env = await world({
    sources: [enqueueForOwner(Secret, owners), enqueueForOwner(Namespace, owners)],
    reconcile: ({ namespace, name }) => {
      seen.push(`${namespace ?? ""}/${name}`);
      return Promise.resolve(Result.awaitChange());
    },
  });
  const ownerReferences = [{ apiVersion: "example.org/v1", kind: "Thing", name: "first", uid: "uid-in-default" }];
  await env.client.create(Namespace, {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name: "evil", ownerReferences },
  });
  for (const namespace of ["evil", "default"]) {
    await env.client.create(Secret, {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: "s", namespace, ownerReferences },
    });
  }
  await env.manager.settled();
  expect(seen.sort()).toEqual(["default/first", "evil/first"]);
});

test("a source added to a running controller enqueues existing objects, once however often it is added", async () => {
  const seen: Request[] = [];
  await using env = await world({
    sources: [],
    before: (client) => client.create(ConfigMap, configMap("existing")),
    reconcile: (request) => {
      seen.push(request);
      return Promise.resolve(Result.awaitChange());
    },
  });
  const mapped = () =>
    enqueueMapped(ConfigMap, async ({ metadata }) => {
      await Promise.resolve();
      return metadata.namespace === "default" ? [createRequest(`for-${metadata.name}`)] : [];
    });
  const stop = env.controller.watch(mapped());
  env.controller.watch(mapped());
  await env.manager.settled();
  expect(seen).toEqual([{ name: "for-existing" }]);
  // when the source ends
  stop();
  await env.client.create(ConfigMap, configMap("later"));
  await env.manager.settled();
  expect(seen).toHaveLength(1);
});

test("the watch filter passes only labeled objects of the controller's own kind", async () => {
  const seen: string[] = [];
  await using env = await world({
    sources: [forKind(ConfigMap, { predicate: ({ object }) => object.metadata.namespace === "default" })],
    watchFilter: "blue",
    reconcile: ({ name }) => {
      seen.push(name);
      return Promise.resolve(Result.awaitChange());
    },
  });
  await env.client.create(ConfigMap, configMap("unlabeled"));
  await env.client.create(ConfigMap, configMap("blue", { "cluster.x-k8s.io/watch-filter": "blue" }));
  await env.client.create(ConfigMap, configMap("green", { "cluster.x-k8s.io/watch-filter": "green" }));
  await env.manager.settled();
  expect(seen).toEqual(["blue"]);
});

test("the watch filter also applies to requests from other sources", async () => {
  const seen: string[] = [];
  await using env = await world({
    sources: [
      forKind(ConfigMap, { predicate: ({ object }) => object.metadata.namespace === "default" }),
      enqueueMapped(Secret, () => [createRequest("blue", "default"), createRequest("green", "default")], {
        predicate: ({ object }) => object.metadata.name === "both",
      }),
    ],
    watchFilter: "blue",
    reconcile: ({ name }) => {
      seen.push(name);
      return Promise.resolve(Result.awaitChange());
    },
  });
  await env.client.create(ConfigMap, configMap("blue", { "cluster.x-k8s.io/watch-filter": "blue" }));
  await env.client.create(ConfigMap, configMap("green", { "cluster.x-k8s.io/watch-filter": "green" }));
  await env.manager.settled();
  seen.length = 0;
  const metadata = { name: "both", namespace: "default" };
  await env.client.create(Secret, { apiVersion: "v1", kind: "Secret", metadata });
  await env.manager.settled();
  expect(seen).toEqual(["blue"]);
});

test("a reconcile reads the previous write, and cached objects are immutable", async () => {
  // given a reconciler that adds one to a counter twice, reading it from the cache
  const counts: (string | undefined)[] = [];
  let frozen: unknown;
  await using env = await world({
    sources: [forKind(ConfigMap, { predicate: ({ object }) => object.metadata.name === "counter" })],
    reconcile: async (request) => {
      const object = await env.manager.cache.get(ConfigMap, request);
      const count = Number(object?.data?.count ?? "0");
      counts.push(object?.data?.count);
      frozen = object;
      if (count >= 2) return Result.awaitChange();
      const body = { data: { count: String(count + 1) } };
      await env.manager.client.patch(ConfigMap, { ...request }, { type: "merge", body });
      return Result.awaitChange();
    },
  });
  await env.client.create(ConfigMap, configMap("counter"));
  await env.manager.settled();
  // then no read was stale
  expect(counts).toEqual([undefined, "1", "2"]);
  expect(() => {
    (frozen as ConfigMap).metadata.labels = { changed: "yes" };
  }).toThrow(TypeError);
});

test("failed work of a source is logged, does not end the process and delays no one", async () => {
  const failing: Source = {
    key: "failing",
    start: (context) => {
      context.track(Promise.reject(new Error("boom")));
      return { ready: Promise.resolve(), stop: () => undefined };
    },
  };
  await using env = await world({ sources: [failing], reconcile: () => Promise.resolve(Result.awaitChange()) });
  await env.manager.settled();
  expect(env.lines).toContain("error A source failed");
});

test("a manager is settled once the work of a source has ended", async () => {
  const work = Promise.withResolvers<undefined>();
  const working: Source = {
    key: "working",
    start: (context) => {
      context.track(work.promise);
      return { ready: Promise.resolve(), stop: () => undefined };
    },
  };
  await using env = await world({ sources: [working], reconcile: () => Promise.resolve(Result.awaitChange()) });
  let isSettled = false;
  const settled = env.manager.settled().then(() => (isSettled = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isSettled).toBe(false);
  work.resolve(undefined);
  expect(await settled).toBe(true);
});

test("source work that is aborted because its controller stops is not a failure", async () => {
  const interrupted: Source = {
    key: "interrupted",
    start: (context) => {
      const work = new Promise((_, reject) => {
        context.signal.addEventListener("abort", () => {
          reject(new Error("stopped"));
        });
      });
      context.track(work);
      return { ready: Promise.resolve(), stop: () => undefined };
    },
  };
  const env = await world({ sources: [interrupted], reconcile: () => Promise.resolve(Result.awaitChange()) });
  await env[Symbol.asyncDispose]();
  expect(env.lines).not.toContain("error A source failed");
});

test("thousands of reconciles that only read do not starve the event loop", async () => {
  // given a reconciler that never waits, and 1,000 requests at once
  const source = channelSource();
  let reconciled = 0;
  await using env = await world({
    sources: [source],
    reconcile: () => {
      reconciled += 1;
      return Promise.resolve(Result.awaitChange());
    },
  });
  for (let number = 0; number < 1_000; number += 1) source.push(createRequest(`r${number}`));
  // when the event loop turns
  const perTurn: number[] = [];
  while (reconciled < 1_000) {
    const before = reconciled;
    await turn();
    perTurn.push(reconciled - before);
  }
  // then each turn ran at most twice as many reconciles as there are workers
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(20);
  expect(env.controller.queue?.depth).toBe(0);
});

test("a source with a limited scope enqueues only objects in its scope", async () => {
  const seen: string[] = [];
  await using env = await world({
    sources: [forKind(ConfigMap, { scope: { labelSelector: "wanted", metadataOnly: true } })],
    reconcile: ({ name }) => {
      seen.push(name);
      return Promise.resolve(Result.awaitChange());
    },
  });
  await env.client.create(ConfigMap, configMap("plain"));
  await env.client.create(ConfigMap, configMap("labeled", { wanted: "yes" }));
  await env.manager.settled();
  expect(seen).toEqual(["labeled"]);
});
