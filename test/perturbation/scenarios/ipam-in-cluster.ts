import { apiVersionOf, IPAddress, IPAddressClaim } from "@capstan/provider";
import type { TestEnvironment } from "@capstan/testkit";
import type { Scenario } from "@capstan/testkit/perturbation";
import { InClusterIPPool } from "../../../examples/ipam-in-cluster/src/api/definitions.ts";
import { InClusterPoolReconciler } from "../../../examples/ipam-in-cluster/src/reconcilers/in-cluster-pool/in-cluster-pool-reconciler.ts";

const { kind } = InClusterIPPool;
const namespace = "default";

async function claim({ client }: TestEnvironment, name: string): Promise<void> {
  await client.create(IPAddressClaim, {
    apiVersion: apiVersionOf(IPAddressClaim),
    kind: IPAddressClaim.kind,
    metadata: { name, namespace },
    spec: { poolRef: { apiGroup: kind.group, kind: kind.kind, name: "pool" } },
  });
}

/** The provider of addresses: two claims for two addresses, a third that waits for the first to be released, and the end of all. */
export const ipamInCluster: Scenario = {
  name: "example ipam-in-cluster",
  prepare: () => ({
    environment: { core: false },
    reconcilers: () => [new InClusterPoolReconciler(InClusterIPPool)],
  }),
  steps: {
    claim: async (env) => {
      await env.apply(`
        apiVersion: ${apiVersionOf(kind)}
        kind: ${kind.kind}
        metadata: { name: pool }
        spec: { addresses: [10.0.0.1, 10.0.0.2], prefix: 24 }`);
      await env.settled();
      for (const name of ["c1", "c2", "c3"]) {
        await claim(env, name);
        await env.settled();
      }
    },
    release: async (env) => {
      await env.client.delete(IPAddressClaim, { name: "c1", namespace });
      await env.until("c3 served", async () => {
        const { status } = await env.client.get(IPAddressClaim, { name: "c3", namespace });
        return status?.addressRef !== undefined;
      });
    },
    delete: async (env) => {
      for (const name of ["c2", "c3"]) await env.client.delete(IPAddressClaim, { name, namespace });
      await env.client.delete(kind, { name: "pool", namespace });
      await env.until("no pool", async () => (await env.client.list(kind)).items.length === 0);
    },
  },
  invariants: {
    "no address has two IPAddresses": ({ objects }) => {
      const given = objects.filter((object) => object.kind === IPAddress.kind && isConfirmed(object as IPAddress));
      const addresses = given.map((object) => (object as IPAddress).spec.address);
      return new Set(addresses).size === addresses.length;
    },
  },
  // Which of the free addresses a claim gets depends on the order of the claims.
  varying: [/\b10\.0\.0\.[12]\b/],
};

/** An IPAddress without the finalizer is only proposed. */
function isConfirmed({ metadata }: IPAddress): boolean {
  return (metadata.finalizers ?? []).length > 0;
}
