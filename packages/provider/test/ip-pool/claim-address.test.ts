import { defineInfraMachine, InfraMachineReconciler, IPAddressClaim, Type } from "@capstan/provider";
import { TestEnvironment } from "@capstan/testkit";
import { expect, test } from "vitest";
import { addresses, createClaim, createPool, ListPool, ListPoolReconciler, namespace } from "./claims.ts";

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
