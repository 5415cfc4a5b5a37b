import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { type DeepReadonly, IPAddress, IPAddressClaim, systemClock } from "@capstan/provider";
import { installCRDs, TestEnvironment } from "@capstan/testkit";
import { describe, expect, onTestFailed, test } from "vitest";
import { ProviderCommand } from "../../../packages/testkit/src/conformance/external/provider-command.ts";
import { GlobalInClusterIPPool, InClusterIPPool } from "../../../examples/ipam-in-cluster/src/api/definitions.ts";
import { InClusterPoolReconciler } from "../../../examples/ipam-in-cluster/src/reconcilers/in-cluster-pool/in-cluster-pool-reconciler.ts";
import { AddressedMachine, AddressedMachineReconciler } from "./addressed-machine.ts";

const assets = process.env.CAPSTAN_IPAM_ASSETS ?? "";
const namespace = "default";
const flags = "--metrics-bind-address=0 --health-probe-bind-address=0 --webhook-port=0";

/** A provider of Capstan that claims addresses, and the Go manager, which serves them. */
async function start(manager = { generatedRole: true }) {
  const closing = new AsyncDisposableStack();
  const env = closing.use(
    await TestEnvironment.start({
      clock: systemClock,
      reconcilers: [new AddressedMachineReconciler()],
      manager,
    }),
  );
  const folder = path.join(assets, "crds");
  for (const file of await readdir(folder)) await env.apply(await readFile(path.join(folder, file), "utf8"));
  const go = closing.use(
    await ProviderCommand.start(`${path.join(assets, "in-cluster-ipam-manager")} ${flags}`, env.kubeconfig),
  );
  onTestFailed(() => {
    process.stderr.write(`${go.output.join("\n")}\n`);
  });
  return { env, go, closing };
}

const addressesOf = async (env: TestEnvironment<typeof systemClock>, name: string) => {
  const { items } = await env.client.list(AddressedMachine.kind);
  const status = items.find(({ metadata }) => metadata.name === name)?.status;
  return (status?.addresses ?? []).map(({ address }) => address);
};

const claimOf = async (env: TestEnvironment<typeof systemClock>, name: string) => {
  const { items } = await env.client.list(IPAddressClaim);
  return items.find(({ metadata }) => metadata.name === name) as DeepReadonly<IPAddressClaim> | undefined;
};

describe.skipIf(assets === "")("cluster-api-ipam-provider-in-cluster (CAPSTAN_IPAM_ASSETS)", () => {
  test("serves the claims of machines, and gets the addresses back when the machines are deleted", async () => {
    const { env, closing } = await start();
    await using _ = closing;
    // given a pool of two addresses, and three machines
    await env.apply(`
      apiVersion: ipam.cluster.x-k8s.io/v1alpha2
      kind: InClusterIPPool
      metadata: { name: pool }
      spec: { addresses: [10.0.0.10-10.0.0.11], prefix: 24, gateway: 10.0.0.1 }`);
    const create = (name: string) =>
      env.createMachine({ name, infrastructure: AddressedMachine, bootstrapData: "#cloud-config" });
    const first = await create("m1");
    await create("m2");
    await env.until("both machines have an address", async () => {
      const all = [...(await addressesOf(env, "m1")), ...(await addressesOf(env, "m2"))];
      return all.toSorted().join() === "10.0.0.10,10.0.0.11";
    });
    expect(await env.client.get(IPAddress, { name: "m1-eth0", namespace })).toMatchObject({
      spec: { prefix: 24, gateway: "10.0.0.1" },
    });
    await create("m3");
    await env.until("the claim of m3 exists", async () => (await claimOf(env, "m3-eth0")) !== undefined);
    expect(await addressesOf(env, "m3")).toEqual([]);

    // when a machine is deleted, then the one that waits gets its address
    const [released] = await addressesOf(env, "m1");
    await first.delete();
    await env.until("m3 has the address", async () => (await addressesOf(env, "m3"))[0] === released);
    expect(await claimOf(env, "m1-eth0")).toBeUndefined();
  });

  test("keeps a claim that a user deletes until its machine no longer exists, but not the address", async () => {
    const { env, closing } = await start();
    await using _ = closing;
    await env.apply(`
      apiVersion: ipam.cluster.x-k8s.io/v1alpha2
      kind: GlobalInClusterIPPool
      metadata: { name: pool }
      spec: { addresses: [10.0.0.10], prefix: 24 }`);
    const machine = await env.createMachine({
      name: "m1",
      infrastructure: AddressedMachine,
      spec: { poolKind: "GlobalInClusterIPPool" },
      bootstrapData: "#cloud-config",
    });
    await env.until("the machine has an address", async () => (await addressesOf(env, "m1"))[0] === "10.0.0.10");
    await env.client.delete(IPAddressClaim, { name: "m1-eth0", namespace });
    await env.until("the Go provider has let the claim go", async () => {
      const claim = await claimOf(env, "m1-eth0");
      return claim?.metadata.finalizers?.join() === "ipam.capstan.dev/UseAddress";
    });
    expect(await addressesOf(env, "m1")).toEqual(["10.0.0.10"]);
    expect((await env.client.list(IPAddress)).items).toEqual([]);
    await machine.delete();
    await env.until("machine and claim are gone", async () => {
      const { items } = await env.client.list(AddressedMachine.kind);
      return items.length === 0 && (await claimOf(env, "m1-eth0")) === undefined;
    });
  });

  test("hands its pools over to the example ipam-in-cluster: addresses stay, and the next claim gets the next one", async () => {
    const { env, go, closing } = await start({ generatedRole: false });
    await using _ = closing;
    await env.apply(`
      apiVersion: ipam.cluster.x-k8s.io/v1alpha2
      kind: InClusterIPPool
      metadata: { name: pool }
      spec: { addresses: [10.0.0.0/29], prefix: 29, gateway: 10.0.0.1 }`);
    const create = (name: string) =>
      env.createMachine({ name, infrastructure: AddressedMachine, bootstrapData: "#cloud-config" });
    const first = await create("m1");
    await env.until("the machine has an address", async () => (await addressesOf(env, "m1")).length === 1);
    expect(await addressesOf(env, "m1")).toEqual(["10.0.0.2"]);
    const before = await env.client.get(IPAddress, { name: "m1-eth0", namespace });

    // when the Go provider is replaced
    go.kill();
    const definitions = [InClusterIPPool, GlobalInClusterIPPool];
    await installCRDs(
      env.client,
      definitions.flatMap(({ crds }) => crds),
    );
    await env.restart([
      new AddressedMachineReconciler(),
      ...definitions.map((definition) => new InClusterPoolReconciler(definition)),
    ]);
    await create("m2");
    await env.until("the next machine has an address", async () => (await addressesOf(env, "m2")).length === 1);
    expect(await addressesOf(env, "m2")).toEqual(["10.0.0.3"]);
    const { metadata, spec } = await env.client.get(IPAddress, { name: "m1-eth0", namespace });
    expect({ uid: metadata.uid, spec }).toEqual({ uid: before.metadata.uid, spec: before.spec });
    expect(await env.client.get(InClusterIPPool.kind, { name: "pool", namespace })).toMatchObject({
      status: { ipAddresses: { total: 5, used: 2, free: 3, outOfRange: 0 } },
    });
    await first.delete();
    await env.until("the address of the first is released", async () => (await claimOf(env, "m1-eth0")) === undefined);
    const addresses = (await env.client.list(IPAddress)).items;
    expect(addresses.map((each) => each.spec.address)).toEqual(["10.0.0.3"]);
  });
});
