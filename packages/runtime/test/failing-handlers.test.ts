import { ApiServer } from "@capstan/apiserver";
import { expect, test } from "vitest";
import {
  Cache,
  ConfigMap,
  Controller,
  createClient,
  createLogger,
  enqueueMapped,
  forKind,
  Manager,
  requestFor,
  requestKey,
  Result,
  type Source,
} from "@capstan/runtime";
import { combined } from "../src/cache/event-listeners.ts";
import { until } from "./support/until.ts";

const configMap = (name: string, state = "new"): ConfigMap => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, namespace: "default" },
  data: { state },
});

async function world() {
  const closing = new AsyncDisposableStack();
  const server = closing.use(await ApiServer.start());
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "failing-test/1" });
  closing.defer(() => client.close());
  const lines: string[] = [];
  const logger = createLogger({ format: "json", write: (line) => lines.push(line) });
  return { client, logger, lines, closing, [Symbol.asyncDispose]: () => closing.disposeAsync() };
}

/** Throws on the first calls. */
function failing(times: number): () => void {
  let left = times;
  return () => {
    left -= 1;
    if (left >= 0) throw new Error("broken handler");
  };
}

const sources: readonly [string, (fail: () => void) => Source][] = [
  [
    "predicate",
    (fail) =>
      forKind(ConfigMap, {
        predicate: () => {
          fail();
          return true;
        },
      }),
  ],
  [
    "mapper",
    (fail) =>
      enqueueMapped(ConfigMap, (object) => {
        fail();
        return [requestFor(object)];
      }),
  ],
  [
    "mapper that rejects",
    (fail) =>
      enqueueMapped(ConfigMap, async (object) => {
        await Promise.resolve();
        fail();
        return [requestFor(object)];
      }),
  ],
];

test.each(sources)(
  "a %s that throws loses no event, is reported, and does not affect other controllers",
  async (_name, sourceOf) => {
    // given a controller whose source throws three times, and a controller without faults
    await using env = await world();
    const manager = env.closing.use(new Manager({ name: "failing", client: env.client, logger: env.logger }));
    const seen: Record<string, string[]> = { broken: [], sound: [] };
    const controller = (name: string, source: Source): Controller =>
      new Controller({
        name,
        sources: [source],
        reconciler: {
          reconcile: (request) => {
            seen[name]?.push(requestKey(request));
            return Promise.resolve(Result.awaitChange());
          },
        },
      });
    manager.add(controller("broken", sourceOf(failing(3))));
    manager.add(controller("sound", forKind(ConfigMap)));
    const failures: unknown[] = [];
    manager.cache.on("listenerFailed", (_kind, error) => failures.push(error));
    await manager.start();
    // when an object appears, once
    await env.client.create(ConfigMap, configMap("a"));
    // then both controllers reconcile it
    await until(() => seen.sound?.includes("default/a") === true);
    await until(() => seen.broken?.includes("default/a") === true);
    expect(failures).toHaveLength(3);
    expect(env.lines.filter((line) => line.includes("broken handler"))).toHaveLength(3);
  },
);

test("a watch filter that throws when a request is dequeued costs a retry, not the process", async () => {
  await using env = await world();
  const manager = env.closing.use(new Manager({ name: "failing", client: env.client, logger: env.logger }));
  const fail = failing(1);
  const seen: string[] = [];
  const restricted: Source = {
    key: "restricted",
    start: (context) => {
      context.restrict(() => {
        fail();
        return true;
      });
      return forKind(ConfigMap).start(context);
    },
  };
  manager.add(
    new Controller({
      name: "restricted",
      sources: [restricted],
      reconciler: {
        reconcile: (request) => {
          seen.push(requestKey(request));
          return Promise.resolve(Result.awaitChange());
        },
      },
    }),
  );
  await env.client.create(ConfigMap, configMap("a"));
  await manager.start();
  await until(() => seen.includes("default/a"));
});

test("an index function that throws is reported; the object, its events and other indexes are unaffected", async () => {
  await using env = await world();
  const cache = new Cache({ client: env.client, logger: env.logger });
  env.closing.defer(() => cache.stop());
  const informer = cache.informer(ConfigMap);
  const broken = informer.addIndex("broken", ({ data }) => {
    if (data?.state === "bad") throw new Error("broken index");
    return [data?.state ?? ""];
  });
  const sound = informer.addIndex("sound", ({ data }) => [data?.state ?? ""]);
  const events: string[] = [];
  informer.onEvent(({ type, object }) => events.push(`${type} ${object.metadata.name}`));
  const failures: unknown[] = [];
  cache.on("listenerFailed", (_kind, error) => failures.push(error));
  cache.start();
  await informer.waitForSync();
  events.length = 0;
  // when an object is good, bad and good again
  const key = { name: "a", namespace: "default" };
  await env.client.create(ConfigMap, configMap("a", "good"));
  await until(() => broken.in("default", "good").length === 1);
  await env.client.patch(ConfigMap, key, { type: "merge", body: { data: { state: "bad" } } });
  await until(() => sound.in("default", "bad").length === 1);
  // then the index has no old value of it, and the failure is reported
  expect(broken.in("default", "good")).toEqual([]);
  expect(failures).toEqual([new Error("broken index")]);
  await env.client.patch(ConfigMap, key, { type: "merge", body: { data: { state: "better" } } });
  await until(() => broken.in("default", "better").length === 1);
  await env.client.delete(ConfigMap, key);
  await until(() => informer.get(key) === undefined);
  expect(broken.in("default", "better")).toEqual([]);
  expect(events).toEqual(["added a", "updated a", "updated a", "deleted a"]);
});

test("an event that a cache fails to apply is listed again, and does not count as seen", async () => {
  // given a cache that fails once at an event
  await using env = await world();
  let isBroken = false;
  const cache = new Cache({
    client: env.client,
    trim: ({ metadata }) => {
      if (isBroken && metadata.name === "a") {
        isBroken = false;
        throw new Error("broken trim");
      }
    },
  });
  env.closing.defer(() => cache.stop());
  const problems: unknown[] = [];
  cache.on("problem", (_kind, error) => problems.push(error.cause));
  const informer = cache.informer(ConfigMap);
  cache.start();
  await informer.waitForSync();
  isBroken = true;
  // when the event arrives
  await env.client.create(ConfigMap, configMap("a"));
  // then the cache has the object nevertheless, and the failure was reported
  await until(() => informer.get({ name: "a", namespace: "default" }) !== undefined);
  expect(problems).toEqual([new Error("broken trim")]);
});

test("a listener of the manager or the cache that throws or rejects is logged; the others are still called", async () => {
  await using env = await world();
  const manager = env.closing.use(new Manager({ name: "failing", client: env.client, logger: env.logger }));
  const calls: string[] = [];
  manager.on("started", failing(1));
  const rejecting = (): unknown => Promise.reject(new Error("broken async listener"));
  manager.on("started", rejecting);
  manager.once("started", () => calls.push("once"));
  manager.on("started", () => calls.push("on"));
  manager.cache.on("synced", failing(1));
  manager.cache.on("synced", (kind) => calls.push(kind));
  manager.cache.informer(ConfigMap);
  await manager.start();
  await until(() => calls.includes("configmaps./v1"));
  expect(calls.filter((call) => call === "once")).toHaveLength(1);
  expect(calls).toContain("on");
  expect(manager.listenerCount("started")).toBe(3);
  expect(env.lines.filter((line) => line.includes("broken handler"))).toHaveLength(2);
  expect(env.lines.filter((line) => line.includes("broken async listener"))).toHaveLength(1);
});

function cyclic(): Error {
  const error = new Error("outer");
  error.cause = new Error("inner", { cause: error });
  return error;
}

test.each(["text", "json"] as const)(
  "a logger of %s accepts circular values and values that throw when they are read",
  (format) => {
    const lines: string[] = [];
    const logger = createLogger({ format, write: (line) => lines.push(line) });
    const self: Record<string, unknown> = { name: "self" };
    self.again = { self };
    const hostile = {
      get secret(): string {
        throw new Error("not for you");
      },
    };
    const error = new Error("fine");
    Object.defineProperty(error, "message", {
      get: () => {
        throw new Error("not for you");
      },
    });
    // when it logs all sorts of values
    logger.error("cycle of causes", { error: cyclic() });
    logger.error("cycle of objects", { self, twice: [error.name, { a: 1 }], again: { a: 1 } });
    logger.error("getter", { hostile });
    logger.error("message", { error });
    logger.error("ordinary", { count: 1, big: 2n, error: new Error("ordinary") });
    // then each value is one line
    expect(lines).toHaveLength(5);
    expect(lines[0]).toContain("outer");
    expect(lines[1]).toContain("[contains itself]");
    expect(lines[1]).not.toMatch(/again="?\[contains/);
    for (const message of ["getter", "message", "ordinary"]) expect(lines.join("")).toContain(message);
    if (format === "json") for (const line of lines) JSON.parse(line);
  },
);

test.each([
  ["added", "updated", "added b"],
  ["added", "deleted", "deleted b"],
  ["updated", "updated", "updated b after 0"],
  ["updated", "deleted", "deleted b"],
] as const)("%s and %s count as one event", (first, second, expected) => {
  const object = (name: string): ConfigMap => configMap(name);
  const previous = (type: string, name: string) => (type === "updated" ? { previous: object(name) } : {});
  const event = combined(
    { type: first, object: object("a"), ...previous(first, "0") },
    { type: second, object: object("b"), ...previous(second, "a") },
  );
  const after = event.previous === undefined ? "" : ` after ${event.previous.metadata.name}`;
  expect(`${event.type} ${event.object.metadata.name}${after}`).toBe(expected);
});
