import { MachineDeployment, MachineSet } from "@capstan/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordedReplicas } from "../src/replicas/former-replicas.ts";
import { type PlayedProviders } from "./scene/played-providers.ts";
import {
  bringUp,
  key,
  machineDeployment,
  machineSet,
  machineTemplate,
  sets,
  worldWithTemplates,
} from "./scene/sets.ts";

const autoscaled = {
  "cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size": "1",
  "cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size": "20",
};

/** Removes spec.replicas, as a user who hands it over to the cluster autoscaler. */
async function handOver(world: PlayedProviders, kind: typeof MachineDeployment | typeof MachineSet, name: string) {
  await world.patch(kind, name, { metadata: { annotations: autoscaled }, spec: { replicas: null } });
}

describe("spec.replicas that is removed", () => {
  let world: PlayedProviders;
  beforeAll(async () => {
    world = await worldWithTemplates();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  test.each([
    ["watched", false],
    ["made while the controllers are stopped", true],
  ])("keeps the desired number in a rollout, where the removal is %s", async (what, stopped) => {
    // given 5 Machines and one of a surge
    const name = `d-${what.slice(0, 1)}`;
    await world.client.create(MachineDeployment, machineDeployment(name, { replicas: 5 }));
    await world.settled();
    await world.patch(MachineDeployment, name, { spec: { template: { spec: machineTemplate("t2").spec } } });
    await world.clock.advance({ seconds: 2 });
    expect((await world.client.get(MachineDeployment, key(name))).status?.replicas).toBe(6);
    // when
    if (stopped) await world.stopControllers();
    await handOver(world, MachineDeployment, name);
    if (stopped) await world.startControllers();
    await world.clock.advance({ seconds: 1 });
    // then
    expect((await world.client.get(MachineDeployment, key(name))).spec.replicas).toBe(5);
    await world.client.delete(MachineDeployment, key(name));
    await world.clock.advance({ seconds: 3 });
  });

  test("keeps the number of a MachineSet before its Machines exist", async () => {
    await world.client.create(MachineSet, machineSet("s", { replicas: 2 }));
    await bringUp(world);
    await world.patch(MachineSet, "s", { spec: { replicas: 8 } });
    await handOver(world, MachineSet, "s");
    await world.settled();
    expect((await sets(world)).map(({ spec }) => spec.replicas)).toEqual([8]);
  });
});

describe("the number recorded on the MachineSets of a MachineDeployment", () => {
  const recorded = (name: string, revision: number, replicas?: string): MachineSet => {
    const set = machineSet(name);
    const annotations = {
      "machinedeployment.clusters.x-k8s.io/revision": String(revision),
      ...(replicas === undefined ? {} : { "machinedeployment.clusters.x-k8s.io/desired-replicas": replicas }),
    };
    return { ...set, metadata: { ...set.metadata, annotations } };
  };

  test("is that of the latest revision that has one, and of a deleted set only without another", () => {
    const deleted = recorded("c", 3, "7");
    deleted.metadata.deletionTimestamp = "2030-01-01T00:00:00Z";
    expect(recordedReplicas([recorded("a", 1, "5"), recorded("b", 2, "8"), deleted])).toBe(8);
    expect(recordedReplicas([recorded("a", 1, "5"), recorded("b", 2)])).toBe(5);
    expect(recordedReplicas([deleted, recorded("b", 2, "many")])).toBe(7);
    expect(recordedReplicas([])).toBeUndefined();
  });
});
