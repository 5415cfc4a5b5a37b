import { once } from "node:events";
import https from "node:https";
import { ApiServer } from "@capstan/apiserver";
import type { KubernetesObject } from "@capstan/contract";
import {
  channelSource,
  ConfigMap,
  Controller,
  createClient,
  createRequest,
  Manager,
  ManagerMetrics,
  Result,
  TerminalError,
  WebhookServer,
  requestPath,
} from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { expect, test } from "vitest";
import { until } from "./support/until.ts";

/** A manager whose reconciles act on the name in their request. */
async function world(options: { readonly leaderElection?: { readonly namespace: string } } = {}) {
  const server = await ApiServer.start();
  const metrics = new ManagerMetrics();
  const { kubeconfig } = server;
  const client = createClient({ kubeconfig, userAgent: "metrics-test/1", onRequest: metrics.requests.observe });
  const clock = new FakeClock();
  const manager = new Manager({ name: "test", client, clock, connectionClock: clock, metrics, ...options });
  const source = channelSource();
  const begun: string[] = [];
  const closing = Promise.withResolvers();
  manager.add(
    new Controller({
      name: "things",
      sources: [source],
      concurrency: 2,
      reconciler: {
        reconcile: async ({ name }, { signal }) => {
          begun.push(name);
          if (name === "fails") throw new Error("as asked");
          if (name === "is-wrong") throw new TerminalError("as asked");
          if (name.startsWith("hangs")) await once(signal, "abort");
          if (name.startsWith("heeds-nothing")) await closing.promise;
          return name === "later" ? Result.requeueAfter(60_000) : Result.awaitChange();
        },
      },
    }),
  );
  await manager.start();
  return {
    server,
    client,
    clock,
    manager,
    begun,
    push: (...names: readonly string[]) => {
      for (const name of names) source.push(createRequest(name, name));
    },
    /** The samples of metrics, keyed by the rest of their name. */
    samples: async (name: string) =>
      Object.fromEntries(
        (await metrics.registry.metrics())
          .split("\n")
          .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
          .map((line) => /^[^{ ]*(\{.*\})? (\S+)$/.exec(line)?.slice(1) ?? [line])
          .map(([labels = "", value]) => [labels, Number(value)]),
      ),
    async [Symbol.asyncDispose]() {
      closing.resolve(undefined);
      await manager.stop();
      await client.close();
      await server.close();
    },
  };
}

test("a controller exports its metrics from the start, with zeros", async () => {
  await using env = await world();
  expect(await env.samples("controller_runtime_reconcile_total")).toEqual({
    '{controller="things",result="success"}': 0,
    '{controller="things",result="requeue_after"}': 0,
    '{controller="things",result="requeue"}': 0,
    '{controller="things",result="error"}': 0,
  });
  for (const name of ["reconcile_errors_total", "terminal_reconcile_errors_total", "active_workers"]) {
    expect(await env.samples(`controller_runtime_${name}`), name).toEqual({ '{controller="things"}': 0 });
  }
  expect(await env.samples("controller_runtime_max_concurrent_reconciles")).toEqual({ '{controller="things"}': 2 });
  expect(await env.samples("workqueue_depth")).toEqual({ '{controller="things",name="things",priority="0"}': 0 });
});

test("each result is counted once, a terminal error as an error too", async () => {
  await using env = await world();
  env.push("well", "later", "fails", "is-wrong");
  await env.manager.settled();
  expect(await env.samples("controller_runtime_reconcile_total")).toEqual({
    '{controller="things",result="success"}': 1,
    '{controller="things",result="requeue_after"}': 1,
    '{controller="things",result="requeue"}': 0,
    '{controller="things",result="error"}': 2,
  });
  expect(await env.samples("controller_runtime_reconcile_errors_total")).toEqual({ '{controller="things"}': 2 });
  expect(await env.samples("controller_runtime_terminal_reconcile_errors_total")).toEqual({
    '{controller="things"}': 1,
  });
  expect(await env.samples("controller_runtime_reconcile_time_seconds_count")).toEqual({ '{controller="things"}': 4 });
  // one after its back-off, one after its minute
  expect(await env.samples("workqueue_retries_total")).toEqual({ '{controller="things",name="things"}': 2 });
  expect(await env.samples("capstan_workqueue_delayed")).toEqual({ '{controller="things",name="things"}': 2 });
});

test("hanging reconciles show their duration, and the requests that wait for them as depth", async () => {
  // given two reconciles that hang, and no worker for a third request
  await using env = await world();
  env.push("hangs-1", "hangs-2");
  await until(() => env.begun.length === 2);
  env.push("waits");
  // when half a minute passes
  await env.clock.advance({ seconds: 30 });
  // then
  const labels = '{controller="things",name="things"}';
  expect(await env.samples("workqueue_longest_running_processor_seconds")).toEqual({ [labels]: 30 });
  expect(await env.samples("workqueue_unfinished_work_seconds")).toEqual({ [labels]: 60 });
  expect(await env.samples("controller_runtime_active_workers")).toEqual({ '{controller="things"}': 2 });
  expect(await env.samples("workqueue_depth")).toEqual({ '{controller="things",name="things",priority="0"}': 1 });
  // and once they have ended, the total duration
  await env.manager.stop();
  expect(await env.samples("workqueue_work_duration_seconds_sum")).toEqual({ [labels]: 60 });
  expect(await env.samples("workqueue_queue_duration_seconds_count")).toEqual({ [labels]: 2 });
});

test("reconciles past their deadline hold no worker, and still show their duration", async () => {
  // given two workers, and four reconciles that ignore their deadline of a minute
  await using env = await world();
  env.push("heeds-nothing-1", "heeds-nothing-2", "heeds-nothing-3", "heeds-nothing-4");
  await until(() => env.begun.length === 2);
  // when the first two exceed it
  await env.clock.advance({ seconds: 70 });
  await until(() => env.begun.length === 4);
  // then
  const labels = '{controller="things",name="things"}';
  expect(await env.samples("controller_runtime_active_workers")).toEqual({ '{controller="things"}': 2 });
  expect(await env.samples("controller_runtime_reconcile_timeouts_total")).toEqual({ '{controller="things"}': 2 });
  expect(await env.samples("workqueue_longest_running_processor_seconds")).toEqual({ [labels]: 70 });
});

test("each attempt of a request is counted with its status code, an attempt without a response as an error", async () => {
  await using env = await world();
  const { host } = new URL(env.client.server);
  await env.client.list(ConfigMap);
  await expect(env.client.get(ConfigMap, { namespace: "default", name: "missing" })).rejects.toThrow();
  const codes = await env.samples("rest_client_requests_total");
  expect(codes[`{code="200",host="${host}",method="GET"}`]).toBeGreaterThan(0);
  expect(codes[`{code="404",host="${host}",method="GET"}`]).toBe(1);
  await env.server.close();
  await expect(
    env.client.request("DELETE", requestPath`/api/v1/nothing`, undefined, { retry: false }),
  ).rejects.toThrow();
  const after = await env.samples("rest_client_requests_total");
  expect(after[`{code="<error>",host="${host}",method="DELETE"}`]).toBe(1);
});

test("the leader metric is set while the manager leads, and cleared once it stops", async () => {
  await using env = await world({ leaderElection: { namespace: "default" } });
  const elected = new Promise<void>((resolve) => env.manager.once("elected", resolve));
  expect(await env.samples("leader_election_master_status")).toEqual({ '{name="test"}': 0 });
  await elected;
  expect(await env.samples("leader_election_master_status")).toEqual({ '{name="test"}': 1 });
  await env.manager.stop();
  expect(await env.samples("leader_election_master_status")).toEqual({ '{name="test"}': 0 });
});

test("reviews are counted by path, requests to unknown paths are not", async () => {
  // given a webhook server
  const metrics = new ManagerMetrics();
  const kinds = ["Widget"];
  const converter = { group: "example.org", kinds, convert: (object: KubernetesObject) => object };
  await using webhook = await WebhookServer.start({ converters: [converter], metrics: metrics.webhooks });
  const send = (path: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const target = { port: webhook.port, host: "127.0.0.1", path, method: "POST", rejectUnauthorized: false };
      https
        .request(target, (response) => response.resume().once("close", resolve))
        .once("error", reject)
        .end("{}");
    });
  // when a request arrives that is not a review, and one to a path the sender made up
  await send("/convert");
  await send("/invented");
  // then
  const text = async (): Promise<string> => metrics.registry.metrics();
  await expect.poll(text).toContain('controller_runtime_webhook_requests_total{webhook="/convert",code="400"} 1');
  expect(await text()).toContain('controller_runtime_webhook_requests_in_flight{webhook="/convert"} 0');
  expect(await text()).toContain('controller_runtime_webhook_latency_seconds_count{webhook="/convert"} 1');
  expect(await text()).not.toContain("invented");
});
