import {
  Cluster,
  getCondition,
  IPAddress,
  IPAddressClaim,
  Machine,
  type ResourceKind,
  Secret,
} from "@capstan/provider";
import { expect, test } from "vitest";
import { InClusterIPPool } from "../ipam-in-cluster/src/api/definitions.ts";
import { InClusterPoolReconciler } from "../ipam-in-cluster/src/reconcilers/in-cluster-pool/in-cluster-pool-reconciler.ts";
import { bootstrapData, createMachines, isProvisioned, namespace, type Scene, startScene } from "./scene.ts";
import { RestCluster } from "./src/api/rest-cluster.ts";
import { RestMachine } from "./src/api/rest-machine.ts";

/** A management cluster with both providers. */
const startBoth = (after?: Scene) =>
  startScene({}, { others: [new InClusterPoolReconciler(InClusterIPPool)], ...(after === undefined ? {} : { after }) });

const addressFromPool = { apiGroup: InClusterIPPool.kind.group, kind: InClusterIPPool.kind.kind, name: "pool" };

async function applyPool({ env }: Scene, addresses: string): Promise<void> {
  await env.apply(`
apiVersion: ipam.cluster.x-k8s.io/v1alpha2
kind: InClusterIPPool
metadata: { name: pool }
spec: { addresses: [${addresses}], prefix: 24 }`);
}

/** Workers with addresses of the pool. */
const workers = (replicas: number) => `
apiVersion: v1
kind: Secret
metadata: { name: workers, labels: { cluster.x-k8s.io/cluster-name: c1 } }
stringData: { value: "${bootstrapData.replaceAll("\n", "\\n")}" }
---
apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
kind: RestMachineTemplate
metadata: { name: workers }
spec: { template: { spec: { addressFromPool: ${JSON.stringify(addressFromPool)} } } }
---
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachineDeployment
metadata: { name: workers }
spec:
  clusterName: c1
  replicas: ${replicas}
  selector: { matchLabels: { of: workers } }
  template:
    metadata: { labels: { of: workers } }
    spec:
      clusterName: c1
      bootstrap: { dataSecretName: workers }
      infrastructureRef: { apiGroup: infrastructure.cluster.x-k8s.io, kind: RestMachineTemplate, name: workers }
`;

/** Waits until this many machines exist, and servers for this many of them. */
async function untilRunning(scene: Scene, machines: number, servers = machines): Promise<void> {
  await scene.until(`${servers} of ${machines} machines have servers`, async () => {
    const all = await scene.machines();
    const { living } = scene.cloud.store;
    return all.length === machines && all.filter(isProvisioned).length === servers && living.length === servers;
  });
}

/** The addresses of the servers, of the machines' status, and of the claims, each in order. */
async function addressesOf({
  env,
  cloud,
  machines,
}: Scene): Promise<Record<"servers" | "reported" | "claimed", string[]>> {
  const claimed = (await env.client.list(IPAddress)).items.map(({ spec }) => spec.address);
  const reported = (await machines()).flatMap(({ status }) => status?.addresses ?? []).map(({ address }) => address);
  return {
    servers: cloud.store.living.map(({ ip }) => ip).toSorted(),
    reported: reported.toSorted(),
    claimed: claimed.toSorted(),
  };
}

const allHave = (...addresses: readonly string[]) => ({ servers: addresses, reported: addresses, claimed: addresses });

async function waiting({ machines }: Scene) {
  const all = (await machines()).filter((machine) => !isProvisioned(machine));
  return all.map((machine) => getCondition(machine, "Ready"));
}

test("machines wait for their pool, and get servers with different addresses of it", async () => {
  await using scene = await startBoth();
  await scene.createCluster();
  await scene.env.apply(workers(3));
  await scene.env.settled();
  expect(await waiting(scene)).toEqual(
    Array(3).fill(expect.objectContaining({ status: "False", reason: "PoolNotReady" })),
  );
  expect(scene.cloud.store.all).toEqual([]);

  await applyPool(scene, "192.0.2.10-192.0.2.12");
  await untilRunning(scene, 3);

  expect(await addressesOf(scene)).toEqual(allHave("192.0.2.10", "192.0.2.11", "192.0.2.12"));
});

test("a machine more than the pool has addresses waits without a server, until another machine is deleted", async () => {
  await using scene = await startBoth();
  const { env, cloud } = scene;
  await applyPool(scene, "192.0.2.10-192.0.2.12");
  await scene.createCluster();
  await env.apply(workers(4));
  await untilRunning(scene, 4, 3);
  const [waits] = await waiting(scene);
  expect(waits).toMatchObject({ status: "False", reason: "PoolExhausted" });
  expect(cloud.store.all).toHaveLength(3);

  const deleted = (await scene.machines()).find(isProvisioned)?.metadata.name ?? "";
  await env.client.delete(Machine, { name: deleted, namespace });
  await scene.until("it is deleted", async () =>
    (await scene.machines()).every(({ metadata }) => metadata.name !== deleted),
  );
  await untilRunning(scene, 4, 3);

  expect(await addressesOf(scene)).toEqual(allHave("192.0.2.10", "192.0.2.11", "192.0.2.12"));
  await env.apply(workers(0));
  await untilRunning(scene, 0);
  expect(await addressesOf(scene)).toEqual(allHave());
  expect((await env.client.list(IPAddressClaim)).items).toEqual([]);
});

const restored: readonly ResourceKind[] = [
  ...[Secret, Cluster, Machine, RestCluster.kind, RestMachine.kind],
  ...[InClusterIPPool.kind, IPAddressClaim, IPAddress],
];

async function setPaused({ env }: Scene, paused: boolean): Promise<void> {
  await env.client.patch(Cluster, { name: "c1", namespace }, { type: "merge", body: { spec: { paused } } });
  await env.settled();
}

/** Creates the objects of a management cluster in another, without status and owners, as a restore from a backup does. */
async function restore({ env: { client: backup } }: Scene, { env: { client } }: Scene): Promise<void> {
  for (const kind of restored) {
    for (const object of (await backup.list(kind, { namespace })).items) {
      delete (object as { status?: object }).status;
      const { name, labels = {}, annotations = {}, finalizers = [] } = object.metadata;
      const metadata = { name, namespace, labels, annotations, finalizers };
      await client.create(kind, { ...object, kind: kind.kind, metadata });
    }
  }
}

test("a machine that is restored in another management cluster keeps server, claim and address", async () => {
  await using lost = await startBoth();
  await applyPool(lost, "192.0.2.10-192.0.2.12");
  const cluster = await lost.createCluster();
  const [first] = await createMachines(lost, cluster, 2, { addressFromPool });
  await untilRunning(lost, 2);
  await first?.delete();
  await untilRunning(lost, 1);
  expect(await addressesOf(lost)).toEqual(allHave("192.0.2.11"));
  await setPaused(lost, true);
  for (const manager of ["core", "provider"]) await lost.env.stop(manager);

  await using scene = await startBoth(lost);
  await restore(lost, scene);
  await setPaused(scene, false);
  await untilRunning(scene, 1);
  expect(scene.cloud.store.all).toHaveLength(2);
  expect(await addressesOf(scene)).toEqual(allHave("192.0.2.11"));
  const [machine] = await scene.machines();
  const [claim] = (await scene.env.client.list(IPAddressClaim)).items;
  expect(claim?.metadata.ownerReferences).toMatchObject([{ kind: "RestMachine", uid: machine?.metadata.uid }]);
  await scene.env.apply(workers(2));
  await untilRunning(scene, 3);
  expect(await addressesOf(scene)).toEqual(allHave("192.0.2.10", "192.0.2.11", "192.0.2.12"));
});
