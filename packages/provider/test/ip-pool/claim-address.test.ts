import { defineInfraMachine, InfraMachineReconciler, IPAddress, IPAddressClaim, Type } from "@capstan/provider";
import { TestEnvironment } from "@capstan/testkit";
import { expect, test } from "vitest";
import {
  addresses,
  createClaim,
  createPool,
  ListPool,
  ListPoolReconciler,
  namespace,
  readyOf,
  reserveAddress,
} from "./claims.ts";

const AddressedMachine = defineInfraMachine({
  kind: "AddressedMachine",
  claimsAddresses: true,
  versions: { v1: { contract: "v1beta2", spec: Type.Object({ poolName: Type.String({ default: "pool" }) }) } },
});

class AddressedMachineReconciler extends InfraMachineReconciler<typeof AddressedMachine> {
  readonly definition = AddressedMachine;

  async reconcileMachine({ object, claimAddress }: this["Scope"]) {
    const { group: apiGroup, kind } = ListPool.kind;
    const pool = { apiGroup, kind, name: object.spec.poolName };
    const { address } = await claimAddress({ pool, name: "eth0" });
    return this.outcome.provisioned({
      providerID: `addressed://${object.metadata.name}`,
      addresses: [{ type: "InternalIP", address }],
    });
  }

  deleteMachine() {
    return this.outcome.deleted();
  }
}

const start = () =>
  TestEnvironment.start({
    reconcilers: [new AddressedMachineReconciler(), new ListPoolReconciler()],
    manager: { generatedRole: true },
  });

const claimKey = { name: "m1-eth0", namespace };

test("IP-005: a machine claims its address, owns the claim, and waits for it when it is deleted", async () => {
  await using env = await start();
  await createPool(env, ["10.0.0.1"]);
  const machine = await env.createMachine({ infrastructure: AddressedMachine, bootstrapData: "#cloud-config" });
  await env.settled();
  expect(await machine.get()).toMatchObject({ status: { addresses: [{ type: "InternalIP", address: "10.0.0.1" }] } });
  const infrastructure = await env.client.get(AddressedMachine.kind, { name: "m1", namespace });
  expect(await env.client.get(IPAddressClaim, claimKey)).toMatchObject({
    metadata: {
      ownerReferences: [
        { kind: "AddressedMachine", uid: infrastructure.metadata.uid, controller: true, blockOwnerDeletion: true },
      ],
    },
    spec: { clusterName: infrastructure.metadata.labels?.["cluster.x-k8s.io/cluster-name"] },
  });
  await machine.delete();
  await env.until("the machine is gone", async () => (await env.client.list(AddressedMachine.kind)).items.length === 0);
  expect((await env.client.list(IPAddressClaim)).items).toEqual([]);
  expect(await addresses(env)).toEqual({});
});

test("a pool that is missing or exhausted is the reason why the machine waits", async () => {
  await using env = await start();
  await env.createMachine({ infrastructure: AddressedMachine, bootstrapData: "#cloud-config" });
  await env.settled();
  const reason = async () => {
    const { status } = await env.client.get(AddressedMachine.kind, { name: "m1", namespace });
    return status?.conditions?.find(({ type }) => type === "Ready");
  };
  expect(await reason()).toMatchObject({ reason: "PoolNotReady" });
  await createPool(env, []);
  await env.settled();
  expect(await reason()).toMatchObject({ reason: "PoolExhausted" });
});

test("a claim of another object is left alone, and the machine says so", async () => {
  await using env = await start();
  await createPool(env, ["10.0.0.1"]);
  const { metadata } = await createClaim(env, "m1-eth0");
  await env.createMachine({ infrastructure: AddressedMachine, bootstrapData: "#cloud-config" });
  await env.settled();
  const { status } = await env.client.get(AddressedMachine.kind, { name: "m1", namespace });
  expect(status?.conditions).toContainEqual(expect.objectContaining({ type: "Ready", reason: "IPAddressClaimTaken" }));
  expect((await env.client.get(IPAddressClaim, claimKey)).metadata).toMatchObject({ uid: metadata.uid });
});

test("a claim that refers to the address of another claim gives no address, before and after its own", async () => {
  // given a machine that waits for an IPAM provider, and a tenant who writes the status of its claim
  await using env = await TestEnvironment.start({ reconcilers: [new AddressedMachineReconciler()] });
  await reserveAddress(env, "other", "10.0.0.9");
  const machine = await env.createMachine({ infrastructure: AddressedMachine, bootstrapData: "#cloud-config" });
  const refer = async (name: string | null) => {
    const body = { status: { addressRef: name === null ? null : { name } } };
    await env.client.patch(IPAddressClaim, claimKey, { type: "merge", body }, { subresource: "status" });
    await env.settled();
  };
  const infrastructure = async () => (await env.client.get(AddressedMachine.kind, { name: "m1", namespace })).status;
  await env.settled();

  // when it names the address of another claim
  await refer("other");
  // then the machine does not get it, and says how to continue
  expect(await infrastructure()).not.toHaveProperty("addresses");
  expect((await infrastructure())?.conditions).toContainEqual(
    expect.objectContaining({
      type: "Ready",
      reason: "IPAddressNotOfClaim",
      message:
        "status.addressRef of IPAddressClaim m1-eth0 names IPAddress other, which is for IPAddressClaim other; remove status.addressRef, so that the IPAM provider sets it again",
    }),
  );

  // when the provider sets its own address
  await reserveAddress(env, "m1-eth0", "10.0.0.1");
  await refer("m1-eth0");
  expect(await machine.get()).toMatchObject({ status: { addresses: [{ address: "10.0.0.1" }] } });

  // when the tenant deletes the claim and refers to the other address again
  await env.client.delete(IPAddressClaim, claimKey);
  await refer("other");
  // then the claim, and with it the machine's own address, stays
  expect(await infrastructure()).toMatchObject({ addresses: [{ address: "10.0.0.1" }] });
  expect((await env.client.get(IPAddressClaim, claimKey)).metadata.finalizers).toEqual(["ipam.capstan.dev/UseAddress"]);
});

test("an address is not released while its machine exists, even if a user deletes the claim", async () => {
  const pools = new ListPoolReconciler();
  await using env = await TestEnvironment.start({
    reconcilers: [new AddressedMachineReconciler(), pools],
    manager: { generatedRole: true },
  });
  await createPool(env, ["10.0.0.1"]);
  const machine = await env.createMachine({ infrastructure: AddressedMachine, bootstrapData: "#cloud-config" });
  await env.settled();
  await env.client.delete(IPAddressClaim, claimKey);
  await createClaim(env, "other");
  await env.settled();
  await env.clock.advance({ minutes: 15 });
  expect(pools.released).toEqual([]);
  expect(await addresses(env)).toEqual({ "m1-eth0": "10.0.0.1" });
  expect((await readyOf(env, "m1-eth0"))?.message).toContain("ipam.capstan.dev/UseAddress");
  expect(await machine.get()).toMatchObject({ status: { addresses: [{ address: "10.0.0.1" }] } });

  // when the machine is deleted, then the address is released
  await machine.delete();
  await env.until("the machine is gone", async () => (await env.client.list(AddressedMachine.kind)).items.length === 0);
  await env.settled();
  expect(pools.released).toEqual(["10.0.0.1"]);
  expect(await addresses(env)).toEqual({ other: "10.0.0.1" });
});

test("a claim that is deleted before it gets an address is created again", async () => {
  await using env = await start();
  await env.createMachine({ infrastructure: AddressedMachine, bootstrapData: "#cloud-config" });
  await env.settled();
  const before = await env.client.get(IPAddressClaim, claimKey);
  await env.client.delete(IPAddressClaim, claimKey);
  await env.settled();
  await createPool(env, ["10.0.0.1"]);
  await env.settled();
  expect((await env.client.get(IPAddressClaim, claimKey)).metadata.uid).not.toBe(before.metadata.uid);
  expect(await addresses(env)).toEqual({ "m1-eth0": "10.0.0.1" });
});

test.each(["runs", "is down"])(
  "a claim is not kept by a machine whose finalizer a user removes while the manager %s",
  async (how) => {
    const reconcilers = () => [new AddressedMachineReconciler(), new ListPoolReconciler()];
    await using env = await TestEnvironment.start({ reconcilers: reconcilers() });
    await createPool(env, ["10.0.0.1"]);
    await env.createMachine({ infrastructure: AddressedMachine, bootstrapData: "#cloud-config" });
    await env.settled();
    const key = { name: "m1", namespace };
    if (how === "is down") await env.stop();
    const body = { metadata: { finalizers: [] } };
    await env.client.patch(AddressedMachine.kind, key, { type: "merge", body });
    await env.stop("core");
    await env.client.delete(AddressedMachine.kind, key);
    // as the garbage collector does
    await env.client.delete(IPAddressClaim, claimKey);
    if (how === "is down") await env.restart(reconcilers());
    await env.settled();
    expect((await env.client.list(IPAddressClaim)).items).toEqual([]);
  },
);

/** Deletes the claim of m1, whose IPAddress disappears without the SDK, as under a provider that releases it at once. */
async function loseAddress(env: Awaited<ReturnType<typeof start>>): Promise<void> {
  await env.client.delete(IPAddressClaim, claimKey);
  await env.settled();
  await env.client.patch(IPAddress, claimKey, { type: "merge", body: { metadata: { finalizers: null } } });
  await env.client.delete(IPAddress, claimKey).catch(() => undefined);
  await env.settled();
}

test("a claim that is being deleted and has lost its address is created again", async () => {
  await using env = await start();
  await createPool(env, ["10.0.0.1"]);
  const machine = await env.createMachine({ infrastructure: AddressedMachine, bootstrapData: "#cloud-config" });
  await env.settled();
  const before = await env.client.get(IPAddressClaim, claimKey);

  await loseAddress(env);
  await env.until("a new claim is served", async () => {
    const { metadata, status } = await env.client.get(IPAddressClaim, claimKey);
    return metadata.uid !== before.metadata.uid && status?.addressRef !== undefined;
  });
  expect(await machine.get()).toMatchObject({ status: { addresses: [{ address: "10.0.0.1" }] } });
});

test("a claim without owner reference stays its object's, and goes with it", async () => {
  await using env = await start();
  await createPool(env, ["10.0.0.1"]);
  const machine = await env.createMachine({ infrastructure: AddressedMachine, bootstrapData: "#cloud-config" });
  await env.settled();
  const body = { metadata: { ownerReferences: null } };
  await env.client.patch(IPAddressClaim, claimKey, { type: "merge", body });
  await env.client.delete(IPAddressClaim, claimKey);
  await env.settled();
  expect(await addresses(env)).toEqual({ "m1-eth0": "10.0.0.1" });

  await machine.delete();
  await env.until("the machine is gone", async () => (await env.client.list(AddressedMachine.kind)).items.length === 0);
  expect((await env.client.list(IPAddressClaim)).items).toEqual([]);
  expect(await addresses(env)).toEqual({});
});

test("a claim of a wrong pool makes way once it is deleted and the machine names another pool", async () => {
  await using env = await start();
  await createPool(env, ["10.0.0.1"]);
  const machine = await env.createMachine({
    infrastructure: AddressedMachine,
    spec: { poolName: "missing" },
    bootstrapData: "#cloud-config",
  });
  await env.settled();
  const body = { spec: { poolName: "pool" } };
  await env.client.patch(AddressedMachine.kind, { name: "m1", namespace }, { type: "merge", body });
  await env.client.delete(IPAddressClaim, claimKey);
  await env.settled();

  expect(await machine.get()).toMatchObject({ status: { addresses: [{ address: "10.0.0.1" }] } });
});

test("RB-008: the role of a kind that claims addresses may block the deletion of its owners", () => {
  const resources = ["addressedmachines/finalizers"];
  expect(AddressedMachine.permissions).toContainEqual({
    apiGroups: [AddressedMachine.kind.group],
    resources,
    verbs: ["update"],
  });
});
