import { ApiServer } from "@capstan/apiserver";
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  ConfigMap,
  Controller,
  createClient,
  createLogger,
  defineKind,
  Event,
  errorCodes,
  forKind,
  installCRDs,
  Manager,
  type Request,
  Result,
  runManager,
} from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { widgets } from "./support/widgets.ts";
import { until } from "./support/until.ts";

const Widget = defineKind({ group: "example.org", version: "v1", kind: "Widget", plural: "widgets", namespaced: true });

async function world() {
  const server = await ApiServer.start();
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "manager-test/1" });
  return {
    server,
    client,
    async [Symbol.asyncDispose]() {
      await client.close();
      await server.close();
    },
  };
}

/** A file with the kubeconfig of a server. */
async function kubeconfigOf({ kubeconfig }: ApiServer) {
  const folder = await mkdtempDisposable(join(tmpdir(), "capstan-"));
  const file = join(folder.path, "kubeconfig");
  await writeFile(file, kubeconfig);
  return { file, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

test("a kind that is not installed does not prevent the start, and is reconciled once installed", async () => {
  // given a manager with a controller of a kind that is unknown to the server
  await using env = await world();
  const seen: Request[] = [];
  await using manager = new Manager({ name: "late", client: env.client });
  manager.add(
    new Controller({
      name: "widgets",
      sources: [forKind(Widget)],
      reconciler: {
        reconcile: (request) => {
          seen.push(request);
          return Promise.resolve(Result.awaitChange());
        },
      },
    }),
  );
  await manager.start();
  await manager.settled();
  // when the CRD is installed and an object created
  await installCRDs(env.client, [widgets]);
  await env.client.create(Widget, {
    apiVersion: "example.org/v1",
    kind: "Widget",
    metadata: { name: "w", namespace: "default" },
  });
  // then it is reconciled
  await until(() => seen.length === 1);
  expect(seen).toEqual([{ namespace: "default", name: "w" }]);
});

test("health reports whether the caches are synced, metrics belong to this manager alone, both on loopback", async () => {
  await using env = await world();
  await using manager = new Manager({
    name: "served",
    client: env.client,
    healthAddress: "localhost:0",
    diagnostics: { address: "127.0.0.1:0", insecure: true },
  });
  manager.add(
    new Controller({
      name: "maps",
      sources: [forKind(ConfigMap)],
      reconciler: { reconcile: () => Promise.resolve(Result.awaitChange()) },
    }),
  );
  await manager.start();
  await manager.settled();
  const get = async (address: string | undefined, path: string) => {
    const response = await fetch(`http://${address ?? ""}${path}`);
    return { status: response.status, body: await response.text() };
  };
  expect(manager.addresses.health).toMatch(/^127\.0\.0\.1:/);
  expect(await get(manager.addresses.health, "/healthz")).toEqual({ status: 200, body: "ok\n" });
  expect(await get(manager.addresses.health, "/readyz")).toEqual({ status: 200, body: "ok\n" });
  expect((await get(manager.addresses.health, "/metrics")).status).toBe(404);
  expect((await get(manager.addresses.diagnostics, "/metrics")).body).toContain(
    'workqueue_depth{controller="maps",name="maps",priority="0"} 0',
  );
});

test("stopping aborts the signal of each reconcile, and does not wait for reconciles that ignore it", async () => {
  // given two reconciles that run, one of which ignores its signal
  await using env = await world();
  const outcomes: string[] = [];
  const manager = new Manager({ name: "stubborn", client: env.client, stopTimeoutMs: 100 });
  manager.add(
    new Controller({
      name: "maps",
      sources: [forKind(ConfigMap, { predicate: ({ object }) => object.metadata.namespace === "default" })],
      reconciler: {
        reconcile: ({ name }, { signal }) =>
          new Promise((_resolve, reject) => {
            outcomes.push(`${name} began`);
            if (name === "deaf") return;
            signal.addEventListener("abort", () => {
              outcomes.push(`${name} was notified`);
              reject(new Error("stopped"));
            });
          }),
      },
    }),
  );
  for (const name of ["deaf", "polite"]) {
    await env.client.create(ConfigMap, {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name, namespace: "default" },
    });
  }
  await manager.start();
  await until(() => outcomes.length === 2);
  // when the manager is stopped
  await manager.stop();
  // then the manager ends all the same
  expect(outcomes).toContain("polite was notified");
  // and the reconcile that ignored its signal can write no more
  const late = manager.client.patch(ConfigMap, { name: "deaf", namespace: "default" }, { type: "merge", body: {} });
  await expect(late).rejects.toMatchObject({ code: "Stopped" });
});

test("repeated Events are one object with a count, written every 30 s at most", async () => {
  await using env = await world();
  const clock = new FakeClock();
  await using manager = new Manager({ name: "recorder", client: env.client, clock });
  const object = await env.client.create(ConfigMap, {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "a", namespace: "default" },
  });
  const record = () => {
    manager.recorder.record(object, { type: "Warning", reason: "Broken", message: "It is broken." });
  };
  const position = env.server.requests.mark();
  for (let repeat = 0; repeat < 50; repeat += 1) record();
  await manager.settled();
  await clock.advance({ seconds: 31 });
  for (let repeat = 0; repeat < 50; repeat += 1) record();
  await manager.settled();
  const writes = [...env.server.requests.since(position)]
    .filter(({ resource }) => resource === "events")
    .map(({ verb }) => verb);
  expect(writes).toEqual(["create", "patch"]);
  const { items } = await env.client.list(Event);
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({
    note: "It is broken.",
    series: { count: 100 },
    regarding: { name: "a", kind: "ConfigMap" },
  });
});

test("Events of objects with the same name in two namespaces stay separate, even before the objects have uids", async () => {
  await using env = await world();
  await using manager = new Manager({ name: "recorder", client: env.client, clock: new FakeClock() });
  for (const namespace of ["default", "kube-public"]) {
    const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", namespace } };
    manager.recorder.record(object, { type: "Warning", reason: "Broken", message: "It is broken." });
  }
  await manager.settled();
  const { items } = await env.client.list(Event);
  expect(items.map(({ metadata }) => metadata.namespace).sort()).toEqual(["default", "kube-public"]);
});

test("a manager of some namespaces sees no objects in others (S096, S098)", async () => {
  await using env = await world();
  const seen: string[] = [];
  await using manager = new Manager({ name: "some", client: env.client, namespaces: ["default", "kube-public"] });
  manager.add(
    new Controller({
      name: "maps",
      sources: [forKind(ConfigMap)],
      reconciler: {
        reconcile: ({ namespace, name }) => {
          if (name.startsWith("here")) seen.push(`${namespace ?? ""}/${name}`);
          return Promise.resolve(Result.awaitChange());
        },
      },
    }),
  );
  await manager.start();
  for (const namespace of ["default", "kube-public", "kube-system"]) {
    await env.client.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "here", namespace } });
  }
  await manager.settled();
  expect(seen.sort()).toEqual(["default/here", "kube-public/here"]);
});

test("runManager installs CRDs, runs what setup adds, and ends on request", async () => {
  // given a kubeconfig file
  await using env = await world();
  await using kubeconfig = await kubeconfigOf(env.server);
  // when the program runs with its own flags and the common flags
  const ending = new AbortController();
  let flag: unknown;
  const running = runManager({
    name: "widgets",
    description: "Runs widgets.",
    version: "1.2.3",
    crds: [widgets],
    argv: [
      "--kubeconfig",
      kubeconfig.file,
      "--install",
      "--v",
      "-1",
      "--zone",
      "b",
      "--namespace",
      "default,kube-public",
    ],
    extendFlags: (command) => void command.option("--zone <zone>"),
    signal: ending.signal,
    setup: (manager, flags) => {
      flag = flags.zone;
      manager.on("started", () => {
        ending.abort();
      });
    },
  });
  await running;
  // then the CRD is installed and its requests carry the program's name
  expect(flag).toBe("b");
  expect((await env.client.list(Widget)).items).toEqual([]);
  const agents = new Set([...env.server.requests.entries()].map(({ userAgent }) => userAgent));
  expect(agents).toContain("widgets/1.2.3");
});

test("runManager ends on request while the check before --install waits for the server", async () => {
  await using env = await world();
  await using kubeconfig = await kubeconfigOf(env.server);
  const ending = new AbortController();
  const calls: string[] = [];
  await runManager({
    name: "widgets",
    description: "Runs widgets.",
    version: "1.2.3",
    crds: [widgets],
    argv: ["--kubeconfig", kubeconfig.file, "--install", "--v", "-1"],
    signal: ending.signal,
    beforeInstall: ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          reject(signal.reason as Error);
        });
        calls.push("check");
        ending.abort();
      }),
    setup: () => void calls.push("setup"),
  });
  expect(calls).toEqual(["check"]);
  await expect(env.client.list(Widget)).rejects.toMatchObject({ status: 404 });
});

test("runManager ends on request while the server does not answer the registration of admission webhooks", async () => {
  await using env = await world();
  await using kubeconfig = await kubeconfigOf(env.server);
  const fault = { type: "silence", when: "before" } as const;
  const unanswered = env.server.faults.add(fault, {
    on: { verbs: ["patch"], resources: ["validatingwebhookconfigurations"] },
  });
  const ending = new AbortController();
  const calls: string[] = [];
  const { group, version, kind, plural } = Widget;
  const running = runManager({
    name: "widgets",
    description: "Runs widgets.",
    version: "1.2.3",
    crds: [widgets],
    admission: [{ type: "validating", path: "/validate-widget", group, version, kind, plural, review: () => ({}) }],
    argv: ["--kubeconfig", kubeconfig.file, "--install", "--install-webhooks", "--v", "-1"],
    signal: ending.signal,
    setup: () => void calls.push("setup"),
  });
  await until(() => unanswered.happened > 0);
  ending.abort();
  await running;
  expect(calls).toEqual([]);
});

test.each([
  [["--no-such-flag"], "--no-such-flag"],
  [["--map-concurrency", "0"], "whole number"],
  [["--diagnostics-address", "nowhere"], "host:port"],
])("a command line %j is refused with its reason", async (argv, message) => {
  const options = { name: "x", description: "x", version: "1", concurrency: { map: 3 }, setup: () => undefined };
  await expect(runManager({ ...options, argv })).rejects.toMatchObject({
    code: "CommandLineInvalid",
    message: expect.stringContaining(message) as string,
  });
});

test("a log entry is one line of text or JSON, with errors as data", () => {
  const lines: string[] = [];
  const write = (line: string) => lines.push(line);
  const clock = new FakeClock();
  createLogger({ write, clock })
    .with({ controller: "c" })
    .warn("Failed", { error: new Error("two words"), n: 1 });
  createLogger({ write, clock, format: "json", level: "warn" }).info("dropped");
  createLogger({ write, clock, format: "json" }).error("Failed", { error: new Error("x", { cause: new Error("y") }) });
  expect(lines).toHaveLength(2);
  expect(lines[0]).toBe('2026-01-01T00:00:00.000Z WARN  Failed controller=c error="Error: two words" n=1\n');
  expect(JSON.parse(lines[1] ?? "")).toMatchObject({
    level: "error",
    error: { message: "x", cause: { message: "y" } },
  });
});

test("every error code is described in one sentence", () => {
  for (const description of Object.values(errorCodes)) expect(description).toMatch(/^[A-Z].*\.$/);
});
