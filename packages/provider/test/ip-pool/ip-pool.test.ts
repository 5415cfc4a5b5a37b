import { annotations, Cluster, IPAddress, IPAddressClaim, PendingError } from "@capstan/provider";
import { TestEnvironment } from "@capstan/testkit";
import { expect, test } from "vitest";
import {
  addresses,
  addressNamed,
  claimNamed,
  clusterLabel,
  createClaim,
  createCluster,
  createPool,
  GlobalListPool,
  ListPool,
  ListPoolReconciler,
  namespace,
  readyOf,
} from "./claims.ts";

const start = (definition?: typeof ListPool | typeof GlobalListPool, more: object = {}) =>
  TestEnvironment.start({ core: false, reconcilers: [new ListPoolReconciler(definition)], ...more });

test("a claim gets an IPAddress of its name, with claim and pool as owners, and refers to it", async () => {
  await using env = await start();
  const pool = await createPool(env, ["10.0.0.1", "10.0.0.2"]);
  const claim = await createClaim(env, "a", { labels: { [clusterLabel]: "c1" } });
  await createCluster(env, "c1", false);
  await env.settled();
  const owner = { name: "a", uid: claim.metadata.uid, controller: true, blockOwnerDeletion: true };
  const poolOwner = { name: "pool", uid: pool.metadata.uid, controller: false, blockOwnerDeletion: true };
  expect(await addressNamed(env, "a")).toMatchObject({
    metadata: {
      finalizers: ["ipam.cluster.x-k8s.io/ProtectAddress"],
      labels: { [clusterLabel]: "c1" },
      ownerReferences: [
        { kind: "IPAddressClaim", ...owner },
        { kind: "ListIPPool", ...poolOwner },
      ],
    },
    spec: { address: "10.0.0.1", prefix: 24, claimRef: { name: "a" }, poolRef: { kind: "ListIPPool", name: "pool" } },
  });
  expect(await claimNamed(env, "a")).toMatchObject({
    metadata: { finalizers: ["ipam.cluster.x-k8s.io/ReleaseAddress"] },
    status: { addressRef: { name: "a" } },
  });
  expect(await readyOf(env, "a")).toMatchObject({ status: "True" });
});

test("claims that are made at once get different addresses, and cost no write afterwards", async () => {
  await using env = await start();
  const names = Array.from({ length: 20 }, (_, index) => `c${index}`);
  await createPool(
    env,
    names.map((_, index) => `10.0.0.${index + 1}`),
  );
  await Promise.all(names.map((name) => createClaim(env, name)));
  await env.settled();
  expect(new Set(Object.values(await addresses(env))).size).toBe(20);
  const before = env.writes();
  await env.clock.advance({ minutes: 10 });
  expect(env.writes()).toEqual(before);
});

test("an exhausted pool is a reason, and a released address serves the claim that waits", async () => {
  await using env = await start();
  await createPool(env, ["10.0.0.1"]);
  await createClaim(env, "a");
  await env.settled();
  await createClaim(env, "b");
  await env.settled();
  expect(await readyOf(env, "b")).toMatchObject({ status: "False", reason: "PoolExhausted" });
  await env.client.delete(IPAddressClaim, { name: "a", namespace });
  await env.settled();
  expect(await addresses(env)).toEqual({ b: "10.0.0.1" });
});

test("a missing pool is a reason, and the pool wakes its claims", async () => {
  await using env = await start();
  await createClaim(env, "a");
  await env.settled();
  expect(await readyOf(env, "a")).toMatchObject({
    status: "False",
    reason: "PoolNotReady",
    message: "ListIPPool pool does not exist",
  });
  await createPool(env, ["10.0.0.1"]);
  await env.settled();
  expect(await addresses(env)).toEqual({ a: "10.0.0.1" });
});

test("a deleted claim releases its address; claim and address are gone", async () => {
  const reconciler = new ListPoolReconciler();
  await using env = await TestEnvironment.start({ core: false, reconcilers: [reconciler] });
  await createPool(env, ["10.0.0.1"]);
  await createClaim(env, "a");
  await env.settled();
  await env.client.delete(IPAddressClaim, { name: "a", namespace });
  await env.settled();
  expect(reconciler.released).toEqual(["10.0.0.1"]);
  expect((await env.client.list(IPAddressClaim)).items).toEqual([]);
  expect(await addresses(env)).toEqual({});
});

test("an address cannot be deleted while its claim exists, and a pool while its addresses exist", async () => {
  await using env = await start();
  await createPool(env, ["10.0.0.1"]);
  await createClaim(env, "a");
  await env.settled();
  await env.client.delete(IPAddress, { name: "a", namespace });
  await env.client.delete(ListPool.kind, { name: "pool", namespace });
  await env.settled();
  expect(await addresses(env)).toEqual({ a: "10.0.0.1" });
  const pool = await env.client.get(ListPool.kind, { name: "pool", namespace });
  expect(pool.status?.conditions).toContainEqual(
    expect.objectContaining({
      type: "Ready",
      reason: "Deleting",
      message: expect.stringContaining("10.0.0.1") as string,
    }),
  );
  await env.client.delete(IPAddressClaim, { name: "a", namespace });
  await env.settled();
  expect((await env.client.list(ListPool.kind)).items).toEqual([]);
});

test.each([
  ["spec.clusterName", { clusterName: "c1" }],
  ["the label", { labels: { [clusterLabel]: "c1" } }],
])("a claim of a paused Cluster waits, by %s, and so does one whose Cluster is missing", async (_how, of) => {
  await using env = await start();
  await createPool(env, ["10.0.0.1"]);
  await createClaim(env, "a", of);
  await env.settled();
  expect(await claimNamed(env, "a")).not.toHaveProperty("status");
  await createCluster(env, "c1", true);
  await env.settled();
  expect(await addresses(env)).toEqual({});
  await env.client.patch(Cluster, { name: "c1", namespace }, { type: "merge", body: { spec: { paused: false } } });
  await env.settled();
  expect(await addresses(env)).toEqual({ a: "10.0.0.1" });

  // when it is paused again, the claim is not released
  const pausing = { metadata: { annotations: { [annotations.paused]: "" } } };
  await env.client.patch(Cluster, { name: "c1", namespace }, { type: "merge", body: pausing });
  await env.settled();
  await env.client.delete(IPAddressClaim, { name: "a", namespace });
  await env.settled();
  expect(await addresses(env)).toEqual({ a: "10.0.0.1" });
  await env.client.delete(Cluster, { name: "c1", namespace });
  await env.settled();
  expect(await addresses(env)).toEqual({});
});

test("a paused pool serves nothing, until the annotation is removed", async () => {
  await using env = await start();
  await createPool(env, ["10.0.0.1"]);
  const paused = (value: string | null) =>
    env.client.patch(
      ListPool.kind,
      { name: "pool", namespace },
      {
        type: "merge",
        body: { metadata: { annotations: { [annotations.paused]: value } } },
      },
    );
  await paused("");
  await createClaim(env, "a");
  await env.settled();
  expect(await addresses(env)).toEqual({});
  await paused(null);
  await env.settled();
  expect(await addresses(env)).toEqual({ a: "10.0.0.1" });
});

test("claims of all namespaces share a cluster-wide pool, in a group of the author's own", async () => {
  await using env = await start(GlobalListPool, { manager: { generatedRole: true } });
  await env.apply("apiVersion: v1\nkind: Namespace\nmetadata: { name: other }\n");
  await createPool(env, ["10.0.0.1", "10.0.0.2"], { definition: GlobalListPool });
  await createClaim(env, "a", { definition: GlobalListPool });
  await createClaim(env, "b", { definition: GlobalListPool, namespace: "other" });
  await env.settled();
  expect(Object.values(await addresses(env)).sort()).toEqual(["10.0.0.1", "10.0.0.2"]);
});

test("a claim in v1beta1 is served, and the address can be read in v1beta1", async () => {
  await using env = await start();
  await createPool(env, ["10.0.0.1"]);
  await env.apply(`
    apiVersion: ipam.cluster.x-k8s.io/v1beta1
    kind: IPAddressClaim
    metadata: { name: a }
    spec: { poolRef: { apiGroup: ipam.cluster.x-k8s.io, kind: ListIPPool, name: pool } }`);
  await env.settled();
  const old = { ...IPAddress, version: "v1beta1" };
  expect(await env.client.get(old, { name: "a", namespace })).toMatchObject({
    apiVersion: "ipam.cluster.x-k8s.io/v1beta1",
    spec: { address: "10.0.0.1", prefix: 24 },
  });
  expect(await env.client.get({ ...IPAddressClaim, version: "v1beta1" }, { name: "a", namespace })).toMatchObject({
    status: { addressRef: { name: "a" } },
  });
});

test("what a crash leaves behind is found again: no claim gets a second address", async () => {
  await using env = await start();
  await createPool(env, ["10.0.0.1", "10.0.0.2"]);
  await createClaim(env, "a");
  await env.settled();
  // as after a restore, or a crash before the status was written
  const { status: _status, ...bare } = await claimNamed(env, "a");
  await env.client.replace(IPAddressClaim, bare, { subresource: "status" });
  await env.restart([new ListPoolReconciler()]);
  await env.settled();
  expect(await addresses(env)).toEqual({ a: "10.0.0.1" });
  expect(await claimNamed(env, "a")).toMatchObject({ status: { addressRef: { name: "a" } } });
});

test("an address whose claim is gone is released after a minute, and its pool keeps no trace of it", async () => {
  await using env = await start();
  await createPool(env, ["10.0.0.1"]);
  await createClaim(env, "a");
  await env.settled();
  const { metadata, ...rest } = await addressNamed(env, "a");
  const { name, finalizers = [], labels = {} } = metadata;
  await env.client.delete(IPAddressClaim, { name: "a", namespace });
  await env.settled();
  // as a manager that has lost its lease may create it
  await env.client.create(IPAddress, { ...rest, metadata: { name, namespace, finalizers, labels } });
  await env.settled();
  expect(await addresses(env)).toEqual({ a: "10.0.0.1" });
  await env.clock.advance({ minutes: 2 });
  expect(await addresses(env)).toEqual({});
});

test("claims wait while the author has not checked the last spec of a pool, or has refused it", async () => {
  class CheckingReconciler extends ListPoolReconciler {
    isUnavailable = false;

    override reconcilePool({ pool }: this["PoolScope"]) {
      if (this.isUnavailable) throw new PendingError("ServiceUnavailable", "503", { retryAfterMs: 60_000 });
      const bad = pool.spec.addresses.find((each) => each.startsWith("192."));
      return bad === undefined ? this.outcome.poolReady() : this.outcome.failed("InvalidSpec", `not ours: ${bad}`);
    }
  }
  const reconciler = new CheckingReconciler();
  await using env = await TestEnvironment.start({ core: false, reconcilers: [reconciler] });
  const spec = (list: readonly string[]) =>
    env.client.patch(
      ListPool.kind,
      { name: "pool", namespace },
      { type: "merge", body: { spec: { addresses: list } } },
    );

  // given a pool that is ready, when its spec changes while the author cannot check it
  await createPool(env, ["10.0.0.1"]);
  await env.settled();
  reconciler.isUnavailable = true;
  await spec(["192.0.2.1"]);
  await createClaim(env, "a");
  await env.settled();
  await env.clock.advance({ seconds: 30 });
  expect(await readyOf(env, "a")).toMatchObject({
    reason: "PoolNotReady",
    message: "ListIPPool pool has not been checked since its last change",
  });

  // when the author refuses it, and accepts the next one
  reconciler.isUnavailable = false;
  await env.clock.advance({ minutes: 1 });
  expect(await readyOf(env, "a")).toMatchObject({ message: "ListIPPool pool is not ready: not ours: 192.0.2.1" });
  expect(await addresses(env)).toEqual({});
  await spec(["10.0.0.2"]);
  await env.settled();
  expect(await addresses(env)).toEqual({ a: "10.0.0.2" });
});
