import { Cluster, Machine } from "@capstan/contract";
import { isNotFound, Node } from "@capstan/runtime";
import { describe, expect, test } from "vitest";
import { controlPlaneStateOf } from "../src/controllers/machine/control-plane-state.ts";
import { found } from "./scene/objects.ts";
import { namespace, PlayedProviders } from "./scene/played-providers.ts";
import { providerKinds, TestControlPlane } from "./scene/provider-kinds.ts";

const key = (name: string) => ({ name, namespace });

/** A Cluster with the worker `w`, whose control plane does not run on Machines. */
async function withWorker(status: object, finalizers: string[]): Promise<PlayedProviders> {
  const world = await PlayedProviders.start({ kinds: [...providerKinds, TestControlPlane] });
  await world.createCluster();
  await world.provisionCluster();
  await world.settled();
  await world.createProviderObject(TestControlPlane, "c1");
  await world.patchStatus(TestControlPlane, "c1", { initialization: { controlPlaneInitialized: true }, ...status });
  const { group: apiGroup, kind } = TestControlPlane;
  await world.patch(Cluster, "c1", { spec: { controlPlaneRef: { apiGroup, kind, name: "c1" } } });
  await world.settled();
  await world.run("w", { finalizers });
  return world;
}

async function hasNode(world: PlayedProviders): Promise<boolean> {
  return world.nodes.get(Node, { name: "w" }).then(
    () => true,
    (error: unknown) => {
      if (isNotFound(error)) return false;
      throw error;
    },
  );
}

describe("when the provider runs the control plane itself", () => {
  test("the Node of a deleted Machine is cordoned and deleted, without any control plane Machine", async () => {
    await using world = await withWorker({ externalManagedControlPlane: true }, ["test/provider"]);
    await world.client.delete(Machine, key("w"));
    await world.clock.advance({ seconds: 5 });
    expect(await world.condition("w", "Deleting")).toMatchObject({ reason: "WaitingForInfrastructureDeletion" });
    expect((await world.nodes.get(Node, { name: "w" })).spec?.unschedulable).toBe(true);
    for (const kind of providerKinds.filter(({ kind: name }) => ["TestMachine", "TestConfig"].includes(name))) {
      await world.release(kind, "w");
    }
    await world.settled();
    expect(await hasNode(world)).toBe(false);
  });

  test("without that declaration the Node stays while there is no control plane Machine", async () => {
    await using world = await withWorker({}, []);
    await world.client.delete(Machine, key("w"));
    await world.settled();
    expect(await hasNode(world)).toBe(true);
  });
});

describe("the declaration of the control plane object", () => {
  const going = { metadata: { deletionTimestamp: "2030-01-01T00:00:00Z" } };
  const external = { status: { externalManagedControlPlane: true } };

  test.each([
    ["there is no reference", undefined, "ordinary"],
    ["it does not exist", { state: "missing" }, "ordinary"],
    ["its kind is not installed", { state: "unresolved", reason: "CRDNotInstalled", message: "" }, "ordinary"],
    ["its kind cannot be watched", { state: "unresolved", reason: "WatchFailed", message: "" }, "unknown"],
    ["it has not been read yet", { state: "pending" }, "unknown"],
    ["it is there", found("TestControlPlane"), "ordinary"],
    ["it is managed externally", found("TestControlPlane", external), "external"],
    ["it is being deleted", found("TestControlPlane", { ...going, ...external }), "deleting"],
  ] as const)("when %s", (_when, observed, state) => {
    expect(controlPlaneStateOf(observed)).toBe(state);
  });
});
