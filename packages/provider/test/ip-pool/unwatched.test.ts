import { IPAddress } from "@capstan/provider";
import { TestEnvironment } from "@capstan/testkit";
import { expect, test } from "vitest";
import {
  addresses,
  createClaim,
  createPool,
  GlobalListPool,
  leaveAddress,
  ListPoolReconciler,
  namespace,
  protection,
  readyOf,
} from "./claims.ts";

const other = "other";
const global = { definition: GlobalListPool };
const count = 60;
const theirs = Array.from({ length: count }, (_none, index) => `10.0.0.${index + 1}`);

/** The manager watches one namespace; claims of another one have 60 addresses of a cluster-wide pool, which has `more` too. */
async function start(more: readonly string[]) {
  const reconciler = new ListPoolReconciler(GlobalListPool);
  const manager = { namespaces: [namespace] };
  const env = await TestEnvironment.start({ core: false, reconcilers: [reconciler], manager });
  await env.apply(`{ apiVersion: v1, kind: Namespace, metadata: { name: ${other} } }`);
  for (const [index, address] of theirs.entries()) {
    await leaveAddress(env, `theirs-${index}`, address, { ...global, namespace: other });
  }
  await createPool(env, [...theirs, ...more], global);
  await env.settled();
  return env;
}

/** Deletes an IPAddress that the manager does not see. */
async function release(env: TestEnvironment, name: string) {
  const body = { metadata: { finalizers: [] } };
  await env.client.patch(IPAddress, { name, namespace: other }, { type: "merge", body });
  await env.client.delete(IPAddress, { name, namespace: other });
}

test("a claim is served after few requests, however many addresses claims of other namespaces have", async () => {
  await using env = await start(["10.0.0.100"]);
  const before = env.requests().length;
  await createClaim(env, "a", global);
  await env.settled();
  await env.clock.advance({ seconds: 1 });
  expect(await addresses(env)).toMatchObject({ a: "10.0.0.100" });
  expect(env.requests().length - before).toBeLessThanOrEqual(15);
});

test("a claim that gives way asks for another address only after its delay", async () => {
  await using env = await start(["10.0.0.100"]);
  await createClaim(env, "a", global);
  await env.settled();
  await env.clock.advance({ milliseconds: 100 });
  expect(await readyOf(env, "a")).toMatchObject({
    reason: "AddressInUse",
    message: "Another claim has 10.0.0.1; allocating another address",
  });
  expect(await addresses(env)).not.toHaveProperty("a");
  await env.clock.advance({ milliseconds: 400 });
  expect(await addresses(env)).toMatchObject({ a: "10.0.0.100" });
});

test("a claim that waits for an exhausted pool costs few requests, and gets an address that is released elsewhere", async () => {
  await using env = await start([]);
  await createClaim(env, "a", global);
  await env.settled();
  await env.clock.advance({ minutes: 1 });
  expect(await readyOf(env, "a")).toMatchObject({ reason: "PoolExhausted" });
  const before = env.requests().length;
  const writes = env.writes({ kind: "IPAddress" });
  await env.clock.advance({ hours: 1 });
  expect(env.requests().length - before).toBeLessThanOrEqual(40);
  expect(env.writes({ kind: "IPAddress" })).toEqual(writes);

  // when one of them is released, which causes no event, then the claim gets it within minutes
  await release(env, "theirs-40");
  await env.clock.advance({ minutes: 6 });
  expect(await addresses(env)).toMatchObject({ a: "10.0.0.41" });
});

test("claims that wait for the same exhausted pool share its lists", async () => {
  await using env = await start([]);
  for (const name of ["a", "b", "c", "d", "e"]) await createClaim(env, name, global);
  await env.settled();
  await env.clock.advance({ minutes: 1 });
  const before = env.requests().length;
  await env.clock.advance({ hours: 1 });
  expect(env.requests().length - before).toBeLessThanOrEqual(40);
});

test("an address that another namespace gets later is learned with the next list", async () => {
  await using env = await start(["10.0.0.100", "10.0.0.101"]);
  await createClaim(env, "a", global);
  await env.settled();
  await env.clock.advance({ seconds: 1 });
  await leaveAddress(env, "late", "10.0.0.101", { ...global, namespace: other, finalizers: [protection] });
  await release(env, "theirs-7");
  await env.clock.advance({ minutes: 6 });
  const writes = env.writes({ kind: "IPAddress" }).length;
  await createClaim(env, "b", global);
  await env.settled();
  expect(await addresses(env)).toMatchObject({ a: "10.0.0.100", b: "10.0.0.8" });
  // created and confirmed, without an attempt at an address that is in use
  expect(env.writes({ kind: "IPAddress" }).length - writes).toBe(2);
});
