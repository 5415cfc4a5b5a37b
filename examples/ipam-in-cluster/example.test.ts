import { apiVersionOf, IPAddress, IPAddressClaim } from "@capstan/provider";
import { TestEnvironment } from "@capstan/testkit";
import { expect, test } from "vitest";
import { GlobalInClusterIPPool, InClusterIPPool } from "./src/api/definitions.ts";
import { InClusterPoolReconciler } from "./src/reconcilers/in-cluster-pool/in-cluster-pool-reconciler.ts";

const namespace = "default";
const both = () =>
  [InClusterIPPool, GlobalInClusterIPPool].map((definition) => new InClusterPoolReconciler(definition));

const pool = (spec: string) => `
  apiVersion: ipam.cluster.x-k8s.io/v1alpha2
  kind: InClusterIPPool
  metadata: { name: pool }
  spec: ${spec}`;

async function claim(env: TestEnvironment, name: string, kind = "InClusterIPPool"): Promise<void> {
  await env.client.create(IPAddressClaim, {
    apiVersion: apiVersionOf(IPAddressClaim),
    kind: IPAddressClaim.kind,
    metadata: { name, namespace },
    spec: { poolRef: { apiGroup: "ipam.cluster.x-k8s.io", kind, name: "pool" } },
  });
}

test("claims get addresses with prefix and gateway, and the pool counts them", async () => {
  await using env = await TestEnvironment.start({ core: false, reconcilers: both(), manager: { generatedRole: true } });
  await env.apply(pool(`{ addresses: [10.0.0.0/29], prefix: 29, gateway: 10.0.0.1 }`));
  for (const name of ["a", "b"]) await claim(env, name);
  await env.settled();
  expect(await env.client.get(IPAddress, { name: "a", namespace })).toMatchObject({
    spec: { prefix: 29, gateway: "10.0.0.1" },
  });
  const addresses = (await env.client.list(IPAddress)).items.map(({ spec }) => spec.address);
  expect(addresses.toSorted()).toEqual(["10.0.0.2", "10.0.0.3"]);
  expect(await env.client.get(InClusterIPPool.kind, { name: "pool", namespace })).toMatchObject({
    status: { ipAddresses: { total: 5, used: 2, free: 3, outOfRange: 0 } },
  });
});

test("a mistake in the spec is reported, and claims wait for its correction", async () => {
  await using env = await TestEnvironment.start({ core: false, reconcilers: both() });
  await env.apply(pool(`{ addresses: [10.0.0.256], prefix: 24 }`));
  await env.settled();
  await claim(env, "a");
  await env.settled();
  const { status } = await env.client.get(IPAddressClaim, { name: "a", namespace });
  expect(status?.conditions).toContainEqual(
    expect.objectContaining({
      type: "Ready",
      reason: "PoolNotReady",
      message: "InClusterIPPool pool is not ready: Not an address: spec.addresses: 10.0.0.256",
    }),
  );
  await env.apply(pool(`{ addresses: [10.0.0.255], prefix: 16 }`));
  await env.settled();
  expect(await env.client.get(IPAddress, { name: "a", namespace })).toMatchObject({ spec: { address: "10.0.0.255" } });
});

test("a cluster-wide pool of IPv6 addresses", async () => {
  await using env = await TestEnvironment.start({ core: false, reconcilers: both() });
  await env.apply(pool(`{ addresses: ["2001:db8::/64"], prefix: 64 }`).replace("InCluster", "GlobalInCluster"));
  await claim(env, "a", "GlobalInClusterIPPool");
  await env.settled();
  expect(await env.client.get(IPAddress, { name: "a", namespace })).toMatchObject({ spec: { address: "2001:db8::1" } });
});
