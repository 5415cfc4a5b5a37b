import { AsyncLocalStorage } from "node:async_hooks";
import { channel, subscribe, unsubscribe } from "node:diagnostics_channel";
import { ApiServer } from "@capstan/apiserver";
import {
  type AnsweredRequest,
  channelSource,
  ConfigMap,
  Controller,
  createClient,
  createRequest,
  diagnosticChannels,
  forKind,
  Manager,
  Result,
  type TracedReconcile,
  type TracedRequest,
} from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { expect, onTestFinished, test } from "vitest";
import { until } from "./support/until.ts";

/** Subscribes until the test ends. */
function listen(name: string, listener: (message: unknown) => void): void {
  subscribe(name, listener);
  onTestFinished(() => void unsubscribe(name, listener));
}

test("channels publish each reconcile with its error, and its requests find it through the bound store", async () => {
  // given subscribers, and a reconciler that fails for one object
  const current = new AsyncLocalStorage<{ readonly name: string }>();
  const started = channel(diagnosticChannels.reconcileStarted);
  started.bindStore(current, (message) => message);
  onTestFinished(() => void started.unbindStore(current));
  const senders = new Map<TracedRequest, string | undefined>();
  const answers: AnsweredRequest[] = [];
  const ended: TracedReconcile[] = [];
  listen(diagnosticChannels.requestStarted, (message) => {
    senders.set(message as TracedRequest, current.getStore()?.name);
  });
  listen(diagnosticChannels.requestEnded, (message) => answers.push(message as AnsweredRequest));
  listen(diagnosticChannels.reconcileEnded, (message) => ended.push(message as TracedReconcile));
  await using server = await ApiServer.start();
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "channels-test/1" });
  const manager = new Manager({ name: "of-channels", client, clock: new FakeClock() });
  const source = channelSource();
  manager.add(
    new Controller({
      name: "things",
      sources: [forKind(ConfigMap), source],
      concurrency: 10,
      reconciler: {
        async reconcile({ name, namespace = "" }) {
          if (!name.startsWith("of-channels")) return Result.awaitChange();
          await client.get(ConfigMap, { name, namespace }).catch(() => undefined);
          if (name === "of-channels-bad") throw new TypeError("no such thing");
          return Result.requeueAfter(5_000);
        },
      },
    }),
  );
  await manager.start();
  onTestFinished(async () => {
    await manager.stop();
    await client.close();
  });

  // when both are reconciled concurrently
  const names = ["of-channels-good", "of-channels-bad"];
  for (const name of names) source.push(createRequest(name, "default"));
  const of = (name: string) => ended.find(({ reconcile }) => reconcile.name === name);
  await until(() => names.every((name) => of(name) !== undefined));

  // then
  const good = { manager: "of-channels", controller: "things", kind: "ConfigMap", group: "", namespace: "default" };
  expect(of("of-channels-good")).toEqual({
    reconcile: { ...good, name: "of-channels-good" },
    outcome: "requeue_after",
    requeueAfterMs: 5_000,
  });
  expect(of("of-channels-bad")).toMatchObject({ outcome: "error", error: new TypeError("no such thing") });
  for (const name of names) {
    const sent = answers.filter(({ request }) => senders.get(request) === name);
    expect(sent).toMatchObject([
      { answer: 404, request: { method: "GET", template: "/api/v1/namespaces/{namespace}/configmaps/{name}", name } },
    ]);
  }
});
