import { ApiServer } from "@capstan/apiserver";
import {
  ConfigMap,
  Controller,
  createClient,
  enqueueMapped,
  forKind,
  Manager,
  type ReconcileContext,
  type Request,
  Result,
  type Source,
} from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { expect, test } from "vitest";
import { Unrest } from "../src/manager/unrest.ts";

type Reconcile = (request: Request, context: ReconcileContext, manager: Manager) => Promise<Result>;

/** A manager with one controller of ConfigMaps, and one ConfigMap. */
async function world(reconcile: Reconcile, sources: readonly Source[] = [forKind(ConfigMap)]) {
  const closing = new AsyncDisposableStack();
  const server = closing.use(await ApiServer.start());
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "unrest-test/1" });
  closing.defer(() => client.close());
  const manager = closing.use(new Manager({ name: "unrest", client }));
  manager.add(
    new Controller({
      name: "config-maps",
      sources,
      reconciler: { reconcile: (request, context) => reconcile(request, context, manager) },
    }),
  );
  const metadata = { name: "one", namespace: "default" };
  await client.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata });
  await manager.start();
  return {
    manager,
    server,
    settled: () => manager.settled({ patienceMs: 300 }),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

/** Rejects when the manager stops, so that the test leaves nothing running. */
function untilStopped(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => {
      reject(signal.reason as Error);
    });
  });
}

const never: Reconcile = (_request, { signal }) => untilStopped(signal);
const timedOut = (line: RegExp) => ({ code: "TimedOut", message: expect.stringMatching(line) as string });

test("a manager that does not settle names the hanging reconcile, and reports that it waits in the reconciler's own code", async () => {
  await using env = await world(never);
  await expect(env.settled()).rejects.toMatchObject(
    timedOut(
      /^The manager unrest does not settle:\n {2}config-maps reconciles ConfigMap default\/one for 0\.\d s; it waits for the reconciler's own code, not for a request to the API server$/,
    ),
  );
});

test("it names the unanswered request", async () => {
  await using env = await world(async ({ name, namespace = "" }, _context, manager) => {
    await manager.client.patch(ConfigMap, { name, namespace }, { type: "merge", body: { data: { a: "b" } } });
    return Result.awaitChange();
  });
  const late = env.server.faults.add({ type: "latency", ms: 1_500 }, { on: { verbs: ["patch"] } });
  await expect(env.settled()).rejects.toMatchObject(timedOut(/; it waits for patch ConfigMap default\/one$/m));
  late.remove();
});

test("it names the object that is reconciled endlessly because its reconciler reacts to its own writes", async () => {
  let count = 0;
  await using env = await world(async ({ name, namespace = "" }, _context, manager) => {
    const body = { data: { count: String((count += 1)) } };
    await manager.client.patch(ConfigMap, { name, namespace }, { type: "merge", body });
    return Result.awaitChange();
  });
  await expect(env.settled()).rejects.toMatchObject(
    timedOut(
      /^ {2}config-maps reconciles ConfigMap default\/one continuously, \d+ times in 0\.3 s, each time after a write$/m,
    ),
  );
});

test("it names the controller whose source has unfinished work", async () => {
  const stop = new AbortController();
  const source = enqueueMapped(ConfigMap, () => untilStopped(stop.signal));
  await using env = await world(() => Promise.resolve(Result.awaitChange()), [source]);
  await expect(env.settled()).rejects.toMatchObject(
    timedOut(/^ {2}config-maps waits for a function that maps events to requests$/m),
  );
  stop.abort(new Error("the test has ended"));
});

test("it names the kind whose watch is behind", async () => {
  await using env = await world(() => Promise.resolve(Result.awaitChange()));
  await env.manager.settled();
  // A host that reports a change which no watch will ever deliver.
  const settled = env.manager.settled({ patienceMs: 300, lastChange: () => "999999999" });
  await expect(settled).rejects.toMatchObject(
    timedOut(/^ {2}the watch of ConfigMap has not received the last change for 0\.\d s$/m),
  );
});

test("many objects that are each requeued often do not count as an endless loop", () => {
  const lasting = (objects: number, times: number) => {
    const unrest = new Unrest(new FakeClock());
    for (let index = 0; index < objects * times; index += 1) {
      const request = { namespace: "default", name: `o${index % objects}` };
      unrest.reconciled({ controller: "config-maps", request, outcome: "success", seconds: 0 });
    }
    return unrest.lasting([], 1_000);
  };
  expect(lasting(20, 50)).toEqual([]);
  expect(lasting(20, 1)).toEqual([]);
  expect(lasting(2, 50)).toHaveLength(2);
});

test("a manager reports each finished reconcile, with its error", async () => {
  await using env = await world(() => Promise.reject(new TypeError("of undefined")));
  const ended = new Promise((resolve) => env.manager.once("reconciled", resolve));
  expect(await ended).toMatchObject({
    controller: "config-maps",
    kind: "ConfigMap",
    request: { namespace: "default", name: "one" },
    outcome: "error",
    error: expect.any(TypeError) as TypeError,
  });
});
