import { ApiServer } from "@capstan/apiserver";
import { PlayedCore } from "@capstan/harness/played";
import { createClient, Event } from "@capstan/runtime";
import { expect, onTestFinished, test } from "vitest";

test("Events of the server about its own Service are excluded from those of a test", async () => {
  await using server = await ApiServer.start();
  const client = createClient({ kubeconfig: server.kubeconfig, userAgent: "test/1" });
  onTestFinished(() => client.close());
  const core = new PlayedCore(client);
  await client.create(Event, event("ipallocator-repair-controller", "ClusterIPNotAllocated"));
  await client.create(Event, event("hello-provider", "ReconcileError"));
  expect(await core.events()).toMatchObject([{ reason: "ReconcileError" }]);
});

function event(reportingController: string, reason: string): Event {
  return {
    apiVersion: "events.k8s.io/v1",
    kind: "Event",
    metadata: { name: reason.toLowerCase(), namespace: "default" },
    eventTime: "2026-01-01T00:00:00.000000Z",
    reportingController,
    reportingInstance: "test",
    action: "Test",
    reason,
    regarding: { apiVersion: "v1", kind: "Service", namespace: "default", name: "kubernetes" },
    type: "Warning",
  };
}
