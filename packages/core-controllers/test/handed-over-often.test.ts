import { MachineDeployment } from "@capstan/contract";
import { SeededRandom } from "@capstan/harness/random";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PlayedProviders } from "./scene/played-providers.ts";
import { key, machineDeployment, machineTemplate, worldWithTemplates } from "./scene/sets.ts";

const autoscaled = {
  "cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size": "1",
  "cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size": "20",
};

/** Removes spec.replicas, as a user who hands it over to the cluster autoscaler. */
async function handOver(world: PlayedProviders, name: string) {
  await world.patch(MachineDeployment, name, { metadata: { annotations: autoscaled }, spec: { replicas: null } });
}

async function replicasOf(world: PlayedProviders, name: string): Promise<number | undefined> {
  return (await world.client.get(MachineDeployment, key(name))).spec.replicas;
}

function withSurge(maxSurge: number | string): NonNullable<MachineDeployment["spec"]["rollout"]> {
  return { strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge, maxUnavailable: 0 } } };
}

describe("spec.replicas that is removed", () => {
  let world: PlayedProviders;
  beforeAll(async () => {
    world = await worldWithTemplates();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  test.each([
    ["1", 1],
    ["50 %", "50%"],
  ])("in a rollout keeps the desired number, 100 times at random with a surge of %s", async (_surge, maxSurge) => {
    const random = new SeededRandom(20_261_128);
    for (let turn = 0; turn < 5; turn += 1) {
      // given 20 deployments in the middle of a rollout, with the surge Machines that it creates first
      const wanted = new Map(Array.from({ length: 20 }, (_each, n) => [`d-${turn}-${n}`, random.between(2, 6)]));
      for (const [name, number] of wanted) {
        const replicas = random.happens(0.5) ? number : random.between(1, 6);
        await world.client.create(
          MachineDeployment,
          machineDeployment(name, { replicas, rollout: withSurge(maxSurge) }),
        );
      }
      await world.settled();
      for (const [name, replicas] of wanted) {
        const { spec } = machineTemplate("t2");
        await world.patch(MachineDeployment, name, { spec: { replicas, template: { spec } } });
      }
      if (turn % 2 === 0) await world.clock.advance({ seconds: random.between(1, 3) });
      // when their replicas are removed, once while the controllers are restarted
      if (turn === 2) await world.stopControllers();
      for (const name of wanted.keys()) await handOver(world, name);
      if (turn === 2) await world.startControllers();
      await world.clock.advance({ seconds: 1 });
      // then the desired numbers stay
      const kept = await Promise.all(
        [...wanted.keys()].map(async (name) => [name, await replicasOf(world, name)] as const),
      );
      expect(Object.fromEntries(kept)).toEqual(Object.fromEntries(wanted));
      for (const name of wanted.keys()) await world.client.delete(MachineDeployment, key(name));
      await world.clock.advance({ seconds: 3 });
    }
  });
});
