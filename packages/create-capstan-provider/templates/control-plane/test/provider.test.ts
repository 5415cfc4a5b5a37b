import { getCondition } from "@capstan/provider";
import { TestEnvironment } from "@capstan/testkit";
import { expect, test } from "vitest";
import { __ControlPlaneKind__ } from "../src/api/__controlPlaneFile__.ts";
import { InMemoryControlPlanes } from "../src/cloud/in-memory-control-planes.ts";
import { __ControlPlaneKind__Reconciler } from "../src/reconcilers/__controlPlaneFile__/__controlPlaneFile__-reconciler.ts";

test("a Cluster has a control plane once the service runs it, and has none after deletion", async () => {
  // given a slow service
  const controlPlanes = new InMemoryControlPlanes();
  controlPlanes.isWorking = true;
  await using env = await TestEnvironment.start({ reconcilers: [new __ControlPlaneKind__Reconciler(controlPlanes)] });
  const cluster = await env.createCluster({
    name: "c1",
    controlPlane: __ControlPlaneKind__,
    controlPlaneSpec: { version: "v1.36.0" },
  });
  await env.settled();
  const key = { name: "c1", namespace: cluster.namespace };
  const pending = await env.client.get(__ControlPlaneKind__.kind, key);
  expect(getCondition(pending, "Initialized")).toMatchObject({ status: "False", reason: "Creating" });

  // when it is done, and the next reconcile is due
  controlPlanes.isWorking = false;
  await env.clock.advance({ seconds: 5 });

  // then the Cluster has its endpoint
  expect((await cluster.get()).spec.controlPlaneEndpoint).toEqual({ host: "127.0.0.1", port: 1 });
  expect((await env.client.get(__ControlPlaneKind__.kind, key)).status).toMatchObject({ version: "v1.36.0" });

  await cluster.delete();
  await env.clock.advance({ seconds: 5 });
  expect(controlPlanes.versions.size).toBe(0);
});
