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

/** A tenant's Cluster c1 with its infrastructure, and a way to have others that name what they like. */
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
  message: "MockCluster c1 is owned by Cluster c1 already; reference an object of its own",
};

describe.each(servers)("on the %s server, a Cluster has its infrastructure alone", (server) => {
  test("a second Cluster that names it is refused, and its deletion leaves it", async () => {
    const { environment, first, naming, ofFirst, provision, infrastructure } = await scene(server);
    await using _ = environment;
    const owners = (await infrastructure())?.metadata.ownerReferences;
    expect(owners).toMatchObject([{ kind: "Cluster", name: "c1" }]);

    const second = await naming("c2", { infrastructureRef: ofFirst });
    const honest = await environment.createCluster({ name: "c3", infrastructure: MockCluster });
    await environment.settled();
    await provision(MockCluster.kind, "c3");
    await environment.settled();
    // One with infrastructure of its own is ready, and takes it along.
    expect([await isReady(first), await isReady(honest)]).toEqual([true, true]);
    expect(await isReady(second)).toBeUndefined();
    expect(getCondition(await second.get(), infrastructureReady)).toMatchObject(refused);
    expect((await infrastructure())?.metadata.ownerReferences).toEqual(owners);

    await second.delete();
    await honest.delete();
    await environment.settled();
    expect(await present(second.get())).toBeUndefined();
    expect(await present(honest.get())).toBeUndefined();
    expect(await infrastructure("c3")).toBeUndefined();
    expect(await infrastructure()).toMatchObject({ metadata: { ownerReferences: owners } });
    expect((await infrastructure())?.metadata.deletionTimestamp).toBeUndefined();
  });

  test("neither is a second that names it as its control plane", async () => {
    const { environment, naming, ofFirst, infrastructure } = await scene(server);
    await using _ = environment;
    const second = await naming("c2", { controlPlaneRef: ofFirst });
    await environment.settled();
    expect(getCondition(await second.get(), "ControlPlaneAvailable")).toMatchObject(refused);
    await second.delete();
    await environment.settled();
    expect((await infrastructure())?.metadata.deletionTimestamp).toBeUndefined();
  });

  test("a Machine that names it is refused, and its deletion leaves it", async () => {
    const { environment, first, ofFirst, infrastructure } = await scene(server);
    await using _ = environment;
    const owners = (await infrastructure())?.metadata.ownerReferences;
    const spec = { infrastructureRef: ofFirst };
    const honest = await environment.createMachine({
      name: "m1",
      cluster: first,
      infrastructure: MockMachine,
      bootstrapData: "#cloud-config",
    });
    const attack = await environment.createMachine({
      name: "m2",
      cluster: first,
      infrastructure: MockMachine,
      bootstrapData: "#cloud-config",
      machine: spec,
    });
    await environment.settled();
    expect(getCondition(await attack.get(), infrastructureReady)).toMatchObject(refused);
    // One with infrastructure of its own has it.
    expect(isOwnedBy(await honest.infrastructure(), await honest.get())).toBe(true);

    await attack.delete();
    await honest.delete();
    await environment.settled();
    expect(await present(attack.get())).toBeUndefined();
    expect(await infrastructure()).toMatchObject({ metadata: { ownerReferences: owners } });
    expect((await infrastructure())?.metadata.deletionTimestamp).toBeUndefined();
  });

  test("a Cluster that names a Machine's is refused, and its deletion leaves it", async () => {
    const { environment, first, naming } = await scene(server);
    await using _ = environment;
    const machine = await environment.createMachine({
      name: "m1",
      cluster: first,
      infrastructure: MockMachine,
      bootstrapData: "#cloud-config",
    });
    await environment.settled();
    const second = await naming("c2", { infrastructureRef: { ...reference("m1"), kind: MockMachine.kind.kind } });
    await environment.settled();
    expect(getCondition(await second.get(), infrastructureReady)).toMatchObject({ reason: "ControlledByAnother" });
    await second.delete();
    await environment.settled();
    const { metadata } = await machine.infrastructure();
    expect(metadata.deletionTimestamp).toBeUndefined();
    expect(metadata.ownerReferences).toMatchObject([{ kind: Machine.kind, name: "m1" }]);
  });

  test("one that two had come to use is the first's, and goes with neither alone", async () => {
    const { environment, first, naming, ofFirst, infrastructure } = await scene(server);
    await using _ = environment;
    // given a second that refers to it, and was made an owner by a release that shared it
    const second = await naming("c2", { infrastructureRef: ofFirst });
    await environment.settled();
    const { uid = "" } = (await second.get()).metadata;
    const there = (await infrastructure())?.metadata.ownerReferences ?? [];
    const ownerReferences = [...there, { apiVersion: core, kind: "Cluster", name: "c2", uid }];
    const body = { metadata: { ownerReferences } };
    await environment.client.patch(MockCluster.kind, { name: "c1", namespace }, { type: "merge", body });
    await environment.settled();
    expect(getCondition(await second.get(), infrastructureReady)).toMatchObject(refused);

    // when the first goes, then it is the second's
    await first.delete();
    await environment.settled();
    expect(await present(first.get())).toBeUndefined();
    expect((await infrastructure())?.metadata.deletionTimestamp).toBeUndefined();
    expect(await isReady(second)).toBe(true);

    await second.delete();
    await environment.settled();
    expect(await infrastructure()).toBeUndefined();
  });

  test("one that the first has let go is the second's", async () => {
    const { environment, first, naming, ofFirst, infrastructure } = await scene(server);
    await using _ = environment;
    const second = await naming("c2", { infrastructureRef: ofFirst });
    await environment.settled();
    expect(await isReady(second)).toBeUndefined();
    await first.patch({ spec: { infrastructureRef: { name: "other" } } });
    await environment.settled();
    expect(await isReady(second)).toBe(true);
    expect(isOwnedBy((await infrastructure()) as KubernetesObject, await second.get())).toBe(true);
  });
});
