import { type DeletionOutcome, IPAddress } from "@capstan/provider";
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
  readyOf,
  reserveAddress,
} from "./claims.ts";

const other = "other";
const global = { definition: GlobalListPool };

/** A provider with an address service of its own, which finds the address again that it gave a claim. */
class ServiceReconciler extends ListPoolReconciler {
  readonly records = new Map<string, string>();
  readonly calls: string[] = [];
  /** What `release` does instead. */
  answer: (() => DeletionOutcome) | undefined;

  constructor() {
    super(GlobalListPool);
  }

  override allocate({ claim, pool, inUse }: this["Scope"]) {
    const { name } = claim.metadata;
    const given = new Set([...inUse, ...this.records.values()]);
    const address = this.records.get(name) ?? pool.spec.addresses.find((each) => !given.has(each));
    if (address === undefined) return this.outcome.exhausted();
    this.calls.push(`allocate ${address}`);
    this.records.set(name, address);
    return this.outcome.allocated({ address, prefix: 24 });
  }

  override release({ claimKey, address }: this["ReleaseScope"]): DeletionOutcome {
    this.calls.push(`release ${address?.spec.address ?? "what is recorded"}`);
    if (this.answer !== undefined) return this.answer();
    this.records.delete(claimKey.name);
    return this.outcome.deleted();
  }
}

/** A manager of one namespace, and a cluster-wide pool of two addresses. */
async function start() {
  const reconciler = new ServiceReconciler();
  const manager = { namespaces: [namespace] };
  const env = await TestEnvironment.start({ core: false, reconcilers: [reconciler], manager });
  await env.apply(`{ apiVersion: v1, kind: Namespace, metadata: { name: ${other} } }`);
  await createPool(env, ["10.0.0.1", "10.0.0.2"], global);
  await env.settled();
  return { env, reconciler };
}

test("an allocation that the SDK refuses is released, and the claim gets another address", async () => {
  const { env, reconciler } = await start();
  await using _ = env;
  // given an address that the service gave the claim before a crash, and that an administrator has reserved since
  reconciler.records.set("a", "10.0.0.1");
  await reserveAddress(env, "reserved", "10.0.0.1", global);
  await env.settled();
  await createClaim(env, "a", global);
  await env.settled();
  expect(await addresses(env)).toEqual({ reserved: "10.0.0.1", a: "10.0.0.2" });
  expect(reconciler.calls).toEqual(["allocate 10.0.0.1", "release what is recorded", "allocate 10.0.0.2"]);
  expect([...reconciler.records]).toEqual([["a", "10.0.0.2"]]);
});

test("a claim waits with the author's reason until a refused allocation is released", async () => {
  const { env, reconciler } = await start();
  await using _ = env;
  reconciler.records.set("a", "10.0.0.1");
  const message = "The service is busy";
  reconciler.answer = () => reconciler.outcome.pending("ServiceBusy", { message, retryAfterMs: 20_000 });
  await reserveAddress(env, "reserved", "10.0.0.1", global);
  await env.settled();
  await createClaim(env, "a", global);
  await env.settled();
  await env.clock.advance({ seconds: 5 });
  expect(await readyOf(env, "a")).toMatchObject({ status: "False", reason: "ServiceBusy", message });
  expect(await addresses(env)).toEqual({ reserved: "10.0.0.1" });
  reconciler.answer = undefined;
  await env.clock.advance({ seconds: 20 });
  expect(await addresses(env)).toMatchObject({ a: "10.0.0.2" });
});

test("a crash after the address of another claim was deleted, and before it was released, loses no address", async () => {
  const { env, reconciler } = await start();
  await using _ = env;
  await leaveAddress(env, "theirs", "10.0.0.1", { ...global, namespace: other });
  env.expectError("the service is down");
  reconciler.answer = () => {
    reconciler.answer = undefined;
    throw new Error("the service is down");
  };
  await createClaim(env, "a", global);
  await env.settled();
  await env.clock.advance({ seconds: 30 });
  expect(await addresses(env)).toEqual({ theirs: "10.0.0.1", a: "10.0.0.2" });
  expect([...reconciler.records]).toEqual([["a", "10.0.0.2"]]);
});

test("an allocation stays recorded if the claim cannot give way and keeps its address after all", async () => {
  const { env, reconciler } = await start();
  await using _ = env;
  await leaveAddress(env, "theirs", "10.0.0.1", { ...global, namespace: other, finalizers: [] });
  // given another manager that changes the IPAddress at the same time
  const on = { verbs: ["delete"], resources: ["ipaddresses"], product: "capstan-test-provider" } as const;
  const fault = env.faults.add({ type: "error", code: 409, reason: "Conflict" }, { on });
  await createClaim(env, "a", global);
  await env.settled();
  expect(fault.happened).toBeGreaterThan(0);
  // when the other claim gives way
  await env.client.delete(IPAddress, { name: "theirs", namespace: other });
  fault.remove();
  await env.clock.advance({ minutes: 1 });
  expect(await addresses(env)).toEqual({ a: "10.0.0.1" });
  expect([...reconciler.records]).toEqual([["a", "10.0.0.1"]]);
});
