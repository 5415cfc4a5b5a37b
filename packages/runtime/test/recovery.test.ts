import { setTimeout as pause } from "node:timers/promises";
import { ApiServer } from "@capstan/apiserver";
import {
  channelSource,
  ConfigMap,
  Controller,
  createClient,
  createRequest,
  Manager,
  type RemoteCluster,
  Result,
  Secret,
  requestPath,
} from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { expect, test } from "vitest";
import { json, type Script, ScriptedServer } from "./support/scripted-server.ts";
import { until } from "./support/until.ts";

const key = (name: string) => ({ name, namespace: "default" });
const secretKey = key("kubeconfig");

const cut: Script = (_request, response) => response.destroy();
const answer: Script = (_request, response) => {
  json(response, 200, { apiVersion: "v1", kind: "ConfigMap", metadata: key("there") });
};

/** A manager with reconciles that use one workload cluster, and would retry by themselves only after ten minutes. */
async function world(
  use: (remote: () => Promise<RemoteCluster>, name: string, signal: AbortSignal) => Promise<unknown>,
  script: Script,
) {
  const management = await ApiServer.start();
  const workload = await ScriptedServer.start(script);
  const client = createClient({ kubeconfig: management.kubeconfig, userAgent: "recovery-test/1" });
  const value = Buffer.from(workload.kubeconfig).toString("base64");
  await client.create(Secret, { apiVersion: "v1", kind: "Secret", metadata: secretKey, data: { value } });
  const clock = new FakeClock();
  const manager = new Manager({ name: "test", client, clock, insecureKubeconfig: { tls: true } });
  const source = channelSource();
  const begun: string[] = [];
  const done = new Set<string>();
  manager.add(
    new Controller({
      name: "things",
      sources: [source],
      concurrency: 1,
      backoff: { baseMs: 600_000, maxMs: 600_000 },
      reconciler: {
        reconcile: async ({ name }, { signal }) => {
          begun.push(name);
          const used = await use(() => manager.remotes.get(secretKey, { labelSelector: "", signal }), name, signal);
          if (used !== false) done.add(name);
          return Result.awaitChange();
        },
      },
    }),
  );
  await manager.start();
  return {
    workload,
    manager,
    clock,
    begun,
    done,
    push: (names: readonly string[]) => {
      for (const name of names) source.push(createRequest(name, "default"));
    },
    /** Advances the time in steps that the network can follow. */
    elapse: async (ms: number, isEnough = () => false) => {
      for (let passed = 0; passed < ms && !isEnough(); passed += 100) {
        await clock.advance(100);
        await pause(2);
      }
    },
    async [Symbol.asyncDispose]() {
      await manager.stop();
      await client.close();
      await workload[Symbol.asyncDispose]();
      await management.close();
    },
  };
}

const names = Array.from({ length: 30 }, (_, index) => `thing-${index}`);

test("a cluster that answers for the first time requeues every reconcile that got the error", async () => {
  await using env = await world((remote) => remote(), cut);
  env.push(names);
  await until(() => env.begun.length === names.length);
  await env.elapse(20_000);
  // None has run again by itself,
  expect([env.begun.length, env.done.size]).toEqual([names.length, 0]);
  // but all of them run when the cluster answers, and each once.
  env.workload.script = answer;
  await env.elapse(5_100, () => env.done.size === names.length);
  expect([env.begun.length, env.done.size]).toEqual([2 * names.length, names.length]);
});

test("a cluster lost between two requests also requeues them, even where the error was caught", async () => {
  let caught = 0;
  await using env = await world(async (remote) => {
    try {
      const { client } = await remote();
      return await client.request("POST", requestPath`/thing`);
    } catch {
      caught += 1;
      return false;
    }
  }, answer);
  env.push(["first"]);
  await until(() => env.done.has("first"));
  env.workload.cut();
  env.workload.script = cut;
  env.push(names);
  await until(() => caught === names.length);
  env.workload.script = answer;
  await env.elapse(5_100, () => env.done.size === names.length + 1);
  expect(env.done.size).toBe(names.length + 1);
});

test("a cluster that no reconcile waits for is not probed", async () => {
  await using env = await world((remote) => remote(), cut);
  env.push(["one"]);
  await until(() => env.begun.length === 1);
  await env.elapse(2_000);
  // It was probed repeatedly for the one that waits,
  expect(env.workload.requests.length).toBeGreaterThan(3);
  env.workload.script = answer;
  await env.elapse(5_100, () => env.done.size === 1);
  // and is not probed when it was lost without anyone noticing.
  const asked = env.workload.requests.length;
  env.workload.script = cut;
  await env.elapse(20_000);
  expect(env.workload.requests).toHaveLength(asked);
});

test("a cluster that answers one request and no other requeues reconciles less and less often", async () => {
  await using env = await world(
    async (remote) => (await remote()).client.request("POST", requestPath`/thing`),
    (request, response) => {
      (request.path === "/version" ? answer : cut)(request, response);
    },
  );
  env.push(["one"]);
  await until(() => env.begun.length === 1);
  await env.elapse(50_000);
  // 100 ms, twice that, and so on up to 5 s.
  expect(env.begun.length).toBeGreaterThan(5);
  expect(env.begun.length).toBeLessThan(20);
});

test("reconciles that wait for a cluster's cache hold no worker", async () => {
  // given a cluster that lists one kind and does not answer for the other
  await using env = await world(
    async (remote, name, signal) => {
      if (name === "quick") return;
      const { cache } = await remote();
      if (name === "list") await cache.list(Secret, { allNamespaces: true, signal });
      else await cache.informer(ConfigMap).waitForSync(signal);
    },
    ({ path }, response) => {
      if (path === "/version") json(response, 200, {});
    },
  );
  // when two reconciles wait, and there is one worker
  env.push(["list", "informer"]);
  await until(() => env.begun.length === 2 && env.workload.requests.length >= 3);
  env.push(["quick"]);
  // then a third is reconciled
  await until(() => env.done.has("quick"));
  expect(env.done).toEqual(new Set(["quick"]));
});
