import { IPAddress, IPAddressClaim } from "@capstan/provider";
import { TestEnvironment } from "@capstan/testkit";
import { expect, test } from "vitest";
import {
  addresses,
  claimNamed,
  createClaim,
  createPool,
  GlobalListPool,
  leaveAddress,
  ListPool,
  ListPoolReconciler,
  namespace,
  protection,
  readyOf,
} from "./claims.ts";

const other = "other";
const foreign = "example.com/keep";
const mergePatch = (body: object) => ({ type: "merge", body }) as const;

/** Claims of two namespaces, which share a cluster-wide pool. */
async function start(more: object = {}) {
  const reconciler = new ListPoolReconciler(GlobalListPool);
  const env = await TestEnvironment.start({ core: false, reconcilers: [reconciler], ...more });
  await env.apply(`{ apiVersion: v1, kind: Namespace, metadata: { name: ${other} } }`);
  return { env, reconciler };
}

const global = { definition: GlobalListPool };
const inOther = { definition: GlobalListPool, namespace: other };

test("a manager of one namespace learns which addresses of a cluster-wide pool claims of other namespaces have", async () => {
  const { env } = await start({ manager: { namespaces: [namespace] } });
  await using _ = env;
  await createPool(env, ["10.0.0.1", "10.0.0.2"], global);
  await leaveAddress(env, "theirs", "10.0.0.1", inOther);
  await createClaim(env, "a", global);
  await env.settled();
  await env.clock.advance({ seconds: 1 });
  expect(await addresses(env)).toEqual({ theirs: "10.0.0.1", a: "10.0.0.2" });

  // given an exhausted pool, the claim waits without a write
  await createClaim(env, "b", global);
  await env.settled();
  await env.clock.advance({ seconds: 30 });
  expect(await readyOf(env, "b")).toMatchObject({ reason: "PoolExhausted" });
  const before = env.writes();
  await env.clock.advance({ minutes: 1 });
  expect(env.writes()).toEqual(before);

  // when the other claim releases its address, which causes no event, then the claim gets it within minutes
  await env.client.patch(IPAddress, { name: "theirs", namespace: other }, mergePatch({ metadata: { finalizers: [] } }));
  await env.client.delete(IPAddress, { name: "theirs", namespace: other });
  await env.clock.advance({ minutes: 10 });
  expect(await addresses(env)).toEqual({ a: "10.0.0.2", b: "10.0.0.1" });
});

test.each([
  ["confirmed", [protection], "AllocationFailed"],
  ["not confirmed", [], "PoolExhausted"],
])(
  "an IPAddress that a user creates with the address of another claim, %s, serves no claim and is not released",
  async (_form, finalizers, reason) => {
    const { env, reconciler } = await start();
    await using _ = env;
    await createPool(env, ["10.0.0.1"], global);
    await createClaim(env, "a", global);
    await env.settled();
    await env.clock.advance({ seconds: 2 });
    await leaveAddress(env, "x", "10.0.0.1", { ...inOther, finalizers });
    await createClaim(env, "x", inOther);
    await env.settled();
    await env.clock.advance({ seconds: 30 });
    expect((await claimNamed(env, "x", other)).status).not.toHaveProperty("addressRef");
    const ready = await readyOf(env, "x", other);
    expect(ready).toMatchObject({ status: "False", reason });
    expect(ready?.message).not.toContain(namespace);
    expect(await readyOf(env, "a")).toMatchObject({ status: "True" });

    // when the claim is deleted, then the author does not release the address of the other claim
    await env.client.delete(IPAddressClaim, { name: "x", namespace: other });
    await env.settled();
    expect(await addresses(env)).toEqual({ a: "10.0.0.1" });
    expect((await env.client.list(IPAddressClaim)).items.map(({ metadata }) => metadata.name)).toEqual(["a"]);
    expect(reconciler.released).toEqual([]);
  },
);

test("an IPAddress that a user creates with the address of another claim is not released without a claim either", async () => {
  const { env, reconciler } = await start();
  await using _ = env;
  await createPool(env, ["10.0.0.1"], global);
  await createClaim(env, "a", global);
  await env.settled();
  await env.clock.advance({ seconds: 2 });
  await leaveAddress(env, "x", "10.0.0.1", inOther);
  await env.settled();
  await env.clock.advance({ minutes: 2 });
  expect(await addresses(env)).toEqual({ a: "10.0.0.1" });
  expect(reconciler.released).toEqual([]);
});

test("a deleted claim releases no address of another pool", async () => {
  const { env, reconciler } = await start();
  await using _ = env;
  await createPool(env, ["10.0.0.1"], global);
  await createPool(env, ["10.0.0.9"], { ...global, name: "second" });
  await leaveAddress(env, "a", "10.0.0.9", { ...global, pool: "second" });
  await createClaim(env, "a", global);
  await env.settled();
  await env.clock.advance({ seconds: 30 });
  expect(await readyOf(env, "a")).toMatchObject({ status: "False", reason: "AllocationFailed" });
  await env.client.delete(IPAddressClaim, { name: "a", namespace });
  await env.settled();
  expect((await env.client.list(IPAddressClaim)).items).toEqual([]);
  expect(await addresses(env)).toEqual({ a: "10.0.0.9" });
  expect(reconciler.released).toEqual([]);
});

test("a finalizer of others on an IPAddress is the reason why its claim waits, without a write and without names of others", async () => {
  const { env, reconciler } = await start();
  await using _ = env;
  await createPool(env, ["10.0.0.1", "10.0.0.2"], global);
  await createClaim(env, "victim", global);
  await env.settled();
  await env.clock.advance({ seconds: 2 });
  await leaveAddress(env, "x", "10.0.0.1", { ...inOther, finalizers: [foreign] });
  await createClaim(env, "x", inOther);
  await env.settled();
  await env.clock.advance({ seconds: 40 });
  const ready = await readyOf(env, "x", other);
  expect(ready).toMatchObject({ status: "False", reason: "AddressInUse" });
  expect(ready?.message).toContain(foreign);
  expect(ready?.message).not.toMatch(/default|victim/);
  const before = env.writes();
  const requests = env.requests().length;
  await env.clock.advance({ minutes: 5 });
  expect(env.writes()).toEqual(before);
  expect(env.requests()).toHaveLength(requests);

  // when the finalizer is removed, then the claim gets an address of its own
  await env.client.patch(IPAddress, { name: "x", namespace: other }, mergePatch({ metadata: { finalizers: [] } }));
  await env.settled();
  expect(await addresses(env)).toEqual({ victim: "10.0.0.1", x: "10.0.0.2" });
  expect(reconciler.released).toEqual([]);
});

test("a claim is not served with an address that is being deleted and not confirmed", async () => {
  const { env } = await start();
  await using _ = env;
  await createPool(env, ["10.0.0.1"], global);
  await leaveAddress(env, "a", "10.0.0.1", { ...global, finalizers: [foreign] });
  await env.client.delete(IPAddress, { name: "a", namespace });
  await createClaim(env, "a", global);
  await env.settled();
  await env.clock.advance({ seconds: 30 });
  expect(await readyOf(env, "a")).toMatchObject({ status: "False", reason: "AddressInUse" });
  expect((await claimNamed(env, "a")).status).not.toHaveProperty("addressRef");
});

test("a claim waits for an IPAddress of its name that belongs to another pool, and is served once that is deleted", async () => {
  const { env } = await start();
  await using _ = env;
  await createPool(env, ["10.0.0.1"], global);
  await leaveAddress(env, "a", "10.0.0.9", { definition: ListPool });
  await createClaim(env, "a", global);
  await env.settled();
  await env.clock.advance({ seconds: 30 });
  expect(await readyOf(env, "a")).toMatchObject({
    reason: "AllocationFailed",
    message: "IPAddress default/a (10.0.0.9) is from ListIPPool pool",
  });
  await env.client.patch(IPAddress, { name: "a", namespace }, mergePatch({ metadata: { finalizers: [] } }));
  await env.client.delete(IPAddress, { name: "a", namespace });
  await env.settled();
  expect(await addresses(env)).toEqual({ a: "10.0.0.1" });
});

test("a cluster-wide pool is not deleted while a claim of a namespace that is not watched has an address of it", async () => {
  const { env } = await start({ manager: { namespaces: [namespace] } });
  await using _ = env;
  await createPool(env, ["10.0.0.1"], global);
  await leaveAddress(env, "theirs", "10.0.0.1", inOther);
  await env.settled();
  await env.client.delete(GlobalListPool.kind, { name: "pool" });
  await env.settled();
  await env.clock.advance({ minutes: 1 });
  expect((await env.client.list(GlobalListPool.kind)).items).toHaveLength(1);
  await env.client.patch(IPAddress, { name: "theirs", namespace: other }, mergePatch({ metadata: { finalizers: [] } }));
  await env.client.delete(IPAddress, { name: "theirs", namespace: other });
  await env.clock.advance({ minutes: 1 });
  expect((await env.client.list(GlobalListPool.kind)).items).toEqual([]);
});

test("a claim does not take over an address that is being deleted, but gets another one", async () => {
  const { env, reconciler } = await start();
  await using _ = env;
  await createPool(env, ["10.0.0.1"], global);
  const { metadata } = await leaveAddress(env, "a", "10.0.0.1", global);
  await env.client.delete(IPAddress, { name: "a", namespace });
  await createClaim(env, "a", global);
  await env.settled();
  await env.clock.advance({ seconds: 30 });
  expect(await claimNamed(env, "a")).toMatchObject({ status: { addressRef: { name: "a" } } });
  const address = await env.client.get(IPAddress, { name: "a", namespace });
  expect(address.metadata.uid).not.toBe(metadata.uid);
  expect(address.metadata).not.toHaveProperty("deletionTimestamp");
  expect(reconciler.released).toEqual(["10.0.0.1"]);
});
