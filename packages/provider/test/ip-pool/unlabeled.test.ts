import { IPAddress, IPAddressClaim } from "@capstan/provider";
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
  reserveAddress,
} from "./claims.ts";

const other = "other";
const global = { definition: GlobalListPool };
const inOther = { ...global, namespace: other };

/** A cluster-wide pool of two addresses; the manager watches one namespace, or all. */
async function start(watches: "one" | "all") {
  const reconciler = new ListPoolReconciler(GlobalListPool);
  const manager = watches === "one" ? { namespaces: [namespace] } : {};
  const env = await TestEnvironment.start({ core: false, reconcilers: [reconciler], manager });
  await env.apply(`{ apiVersion: v1, kind: Namespace, metadata: { name: ${other} } }`);
  await createPool(env, ["10.0.0.1", "10.0.0.2"], global);
  return { env, reconciler };
}

test.each(["one", "all"] as const)(
  "an address of an IPAddress without the SDK's label is not given again by a manager that watches %s",
  async (watches) => {
    const { env } = await start(watches);
    await using _ = env;
    // given an address of another provider, or a reservation, in another namespace
    await reserveAddress(env, "theirs", "10.0.0.1", inOther);
    await createClaim(env, "a", global);
    await env.settled();
    await env.clock.advance({ seconds: 1 });
    expect(await addresses(env)).toEqual({ theirs: "10.0.0.1", a: "10.0.0.2" });
  },
);

test.each(["one", "all"] as const)(
  "the address of an older IPAddress without the SDK's label is not released by a manager that watches %s",
  async (watches) => {
    const { env, reconciler } = await start(watches);
    await using _ = env;
    // given an IPAddress that a user creates with the same address
    await reserveAddress(env, "theirs", "10.0.0.1", inOther);
    await env.clock.advance({ seconds: 2 });
    await leaveAddress(env, "x", "10.0.0.1", global);
    await createClaim(env, "x", global);
    await env.settled();
    // when its claim is deleted, then the author does not release the address
    await env.client.delete(IPAddressClaim, { name: "x", namespace });
    await env.settled();
    expect((await env.client.list(IPAddressClaim)).items).toEqual([]);
    expect(reconciler.released).toEqual([]);
    expect(await addresses(env)).toEqual({ theirs: "10.0.0.1" });
  },
);

test("an equal IPAddress of another pool takes no address away", async () => {
  const { env } = await start("one");
  await using _ = env;
  await createPool(env, [], { ...global, name: "second" });
  await reserveAddress(env, "theirs", "10.0.0.1", { ...inOther, pool: "second" });
  await createClaim(env, "a", global);
  await env.settled();
  expect((await env.client.get(IPAddress, { name: "a", namespace })).spec.address).toBe("10.0.0.1");
});
