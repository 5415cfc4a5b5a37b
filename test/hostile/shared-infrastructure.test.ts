import { servers } from "@capstan/harness/scenes";
import {
  type Cluster,
  getCondition,
  isOwnedBy,
  type KubernetesObject,
  Machine,
  type ResourceKind,
} from "@capstan/provider";
import { type Clock, isNotFound, systemClock } from "@capstan/runtime";
import { type ClusterHandle, FakeClock, MockCluster, MockMachine, TestEnvironment } from "@capstan/testkit";
import { describe, expect, test } from "vitest";

const namespace = "default";
const core = "cluster.x-k8s.io/v1beta2";

/** A tenant's Cluster c1 with its infrastructure, and a function for Clusters with arbitrary references. */
async function scene(server: "embedded" | "real") {
  const environment = await TestEnvironment.start<Clock>({
    server,
    clock: server === "real" ? systemClock : new FakeClock(),
    crds: [...MockCluster.crds, ...MockMachine.crds],
  });
  const { client } = environment;
  const provision = async (kind: ResourceKind, name: string): Promise<void> => {
    const status = { initialization: { provisioned: true } };
    await client.patch(kind, { name, namespace }, { type: "merge", body: { status } }, { subresource: "status" });
  };
  const first = await environment.createCluster({ name: "c1", infrastructure: MockCluster });
  await environment.settled();
  await provision(MockCluster.kind, "c1");
  await environment.settled();
  const ofFirst = reference("c1");
  return {
    environment,
    first,
    provision,
    naming: (name: string, spec: Cluster["spec"]) => environment.createCluster({ name, spec }),
    ofFirst,
    infrastructure: (name = "c1") => present(client.get<KubernetesObject>(MockCluster.kind, { name, namespace })),
  };
}

function reference(name: string) {
  return { apiGroup: MockCluster.kind.group, kind: MockCluster.kind.kind, name };
}

async function present<T>(read: Promise<T>): Promise<T | undefined> {
  return read.catch((error: unknown) => {
    if (isNotFound(error)) return undefined;
    throw error;
  });
}

async function isReady(cluster: ClusterHandle): Promise<boolean | undefined> {
  return (await cluster.get()).status?.initialization?.infrastructureProvisioned;
}

const infrastructureReady = "InfrastructureReady";
const refused = {
  status: "False",
  reason: "ControlledByAnother",
  message: "MockCluster c1 is already owned by Cluster c1; reference another object",
};

/** Starting etcd and kube-apiserver takes long on a busy machine. */
const timeout = 240_000;

describe.each(servers)("on the %s server, an infrastructure object belongs to one Cluster", { timeout }, (server) => {
  test("other objects that refer to it are refused, and their deletion does not delete it", async () => {
    const { environment, first, naming, ofFirst, provision, infrastructure } = await scene(server);
    await using cleanUp = new AsyncDisposableStack();
    cleanUp.use(environment);
    const owners = (await infrastructure())?.metadata.ownerReferences;
    expect(owners).toMatchObject([{ kind: "Cluster", name: "c1" }]);
    const machineNaming = (name: string, machine: Partial<Machine["spec"]>) =>
      environment.createMachine({
        name,
        cluster: first,
        infrastructure: MockMachine,
        bootstrapData: "#cloud-config",
        machine,
      });
    const honest = await environment.createCluster({ name: "c3", infrastructure: MockCluster });
    const honestMachine = await machineNaming("m1", {});
    await environment.settled();
    await provision(MockCluster.kind, "c3");

    // when Clusters refer to it as infrastructure or control plane, and a Machine as infrastructure, and a Cluster refers to a Machine's
    const second = await naming("c2", { infrastructureRef: ofFirst });
    const controlled = await naming("c4", { controlPlaneRef: ofFirst });
    const ofMachine = await naming("c5", { infrastructureRef: { ...reference("m1"), kind: MockMachine.kind.kind } });
    const machine = await machineNaming("m2", { infrastructureRef: ofFirst });
    await environment.settled();

    // then the objects with their own infrastructure are ready
    expect([await isReady(first), await isReady(honest)]).toEqual([true, true]);
    expect(isOwnedBy(await honestMachine.infrastructure(), await honestMachine.get())).toBe(true);
    // and the others are refused
    expect(await isReady(second)).toBeUndefined();
    expect(getCondition(await second.get(), infrastructureReady)).toMatchObject(refused);
    expect(getCondition(await controlled.get(), "ControlPlaneAvailable")).toMatchObject(refused);
    expect(getCondition(await machine.get(), infrastructureReady)).toMatchObject(refused);
    expect(getCondition(await ofMachine.get(), infrastructureReady)).toMatchObject({ reason: "ControlledByAnother" });
    expect((await infrastructure())?.metadata.ownerReferences).toEqual(owners);

    // when they are deleted together with an honest Cluster, then only the honest Cluster's infrastructure is deleted
    const going = [second, controlled, ofMachine, machine, honest];
    for (const each of going) await each.delete();
    await environment.settled();
    for (const each of going) expect(await present<unknown>(each.get())).toBeUndefined();
    expect(await infrastructure("c3")).toBeUndefined();
    expect((await infrastructure())?.metadata).toMatchObject({ ownerReferences: owners });
    expect((await infrastructure())?.metadata.deletionTimestamp).toBeUndefined();
    const { metadata } = await honestMachine.infrastructure();
    expect(metadata.deletionTimestamp).toBeUndefined();
    expect(metadata.ownerReferences).toMatchObject([{ kind: Machine.kind, name: "m1" }]);
  });

  test("shared infrastructure stays with the first Cluster, and is deleted only after both Clusters", async () => {
    const { environment, first, naming, ofFirst, infrastructure } = await scene(server);
    await using cleanUp = new AsyncDisposableStack();
    cleanUp.use(environment);
    // given a second Cluster that refers to it, and that an earlier release made an owner
    const second = await naming("c2", { infrastructureRef: ofFirst });
    await environment.settled();
    const { uid = "" } = (await second.get()).metadata;
    const there = (await infrastructure())?.metadata.ownerReferences ?? [];
    const ownerReferences = [...there, { apiVersion: core, kind: "Cluster", name: "c2", uid }];
    const body = { metadata: { ownerReferences } };
    await environment.client.patch(MockCluster.kind, { name: "c1", namespace }, { type: "merge", body });
    await environment.settled();
    expect(getCondition(await second.get(), infrastructureReady)).toMatchObject(refused);

    // when the first Cluster is deleted, then the second owns it
    await first.delete();
    await environment.settled();
    expect(await present(first.get())).toBeUndefined();
    expect((await infrastructure())?.metadata.deletionTimestamp).toBeUndefined();
    expect(await isReady(second)).toBe(true);

    await second.delete();
    await environment.settled();
    expect(await infrastructure()).toBeUndefined();
  });

  test("the second Cluster takes infrastructure that the first no longer refers to", async () => {
    const { environment, first, naming, ofFirst, infrastructure } = await scene(server);
    await using cleanUp = new AsyncDisposableStack();
    cleanUp.use(environment);
    const second = await naming("c2", { infrastructureRef: ofFirst });
    await environment.settled();
    expect(await isReady(second)).toBeUndefined();
    await first.patch({ spec: { infrastructureRef: { name: "other" } } });
    await environment.settled();
    expect(await isReady(second)).toBe(true);
    const left = await infrastructure();
    expect(left !== undefined && isOwnedBy(left, await second.get())).toBe(true);
  });
});
