import { Secret } from "@capstan/provider";
import { TestEnvironment } from "@capstan/testkit";
import { expect, test } from "vitest";
import { __PoolKind__ } from "../src/api/__poolFile__.ts";
import { InMemoryServerGroups } from "../src/cloud/in-memory-server-groups.ts";
import { __PoolKind__Reconciler } from "../src/reconcilers/__poolFile__/__poolFile__-reconciler.ts";

test("a pool has the number of servers in its MachinePool, and none after deletion", async () => {
  // given a MachinePool of three with slow servers
  const groups = new InMemoryServerGroups();
  groups.serverState = "starting";
  await using env = await TestEnvironment.start({ reconcilers: [new __PoolKind__Reconciler(groups)] });
  const machinePool = await env.createMachinePool({
    infrastructure: __PoolKind__,
    replicas: 3,
    spec: { size: "large" },
    bootstrapData: "#cloud-config",
  });
  await env.settled();
  expect((await machinePool.infrastructure()).status?.initialization?.provisioned).toBeUndefined();

  // when they run, and the next reconcile is due
  groups.serverState = "running";
  await env.clock.advance({ seconds: 5 });

  // then it is provisioned
  const { spec, status } = await machinePool.infrastructure();
  expect(spec.providerIDList).toHaveLength(3);
  expect(status).toMatchObject({ initialization: { provisioned: true }, replicas: 3 });

  await machinePool.scale(1);
  await env.settled();
  expect([...groups.groups.values()].flat()).toHaveLength(1);

  await machinePool.delete();
  await env.settled();
  expect(groups.groups.size).toBe(0);
});

test("a pool whose bootstrap data was deleted shrinks, and creates no server without data", async () => {
  const groups = new InMemoryServerGroups();
  await using env = await TestEnvironment.start({ reconcilers: [new __PoolKind__Reconciler(groups)] });
  const machinePool = await env.createMachinePool({
    infrastructure: __PoolKind__,
    replicas: 2,
    bootstrapData: "#cloud-config",
  });
  await env.settled();
  await env.client.delete(Secret, { name: machinePool.name, namespace: machinePool.namespace });

  await machinePool.scale(1);
  await env.clock.advance({ minutes: 1 });
  expect((await machinePool.infrastructure()).spec.providerIDList).toHaveLength(1);

  await machinePool.scale(3);
  await env.clock.advance({ minutes: 1 });
  const { spec, status } = await machinePool.infrastructure();
  expect(spec.providerIDList).toHaveLength(1);
  expect(status?.conditions).toContainEqual(
    expect.objectContaining({ type: "ServersRunning", status: "False", reason: "WaitingForBootstrapData" }),
  );
});
