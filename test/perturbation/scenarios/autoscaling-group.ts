import { MachinePool } from "@capstan/provider";
import type { TestEnvironment } from "@capstan/testkit";
import type { Scenario } from "@capstan/testkit/perturbation";
import { GroupCloud } from "../../../examples/infrastructure-autoscaling-group/fake-cloud/group-cloud.ts";
import {
  GroupMachine,
  type GroupMachineObject,
} from "../../../examples/infrastructure-autoscaling-group/src/api/group-machine.ts";
import { GroupMachinePool } from "../../../examples/infrastructure-autoscaling-group/src/api/group-machine-pool.ts";
import {
  type OpenGroups,
  openGroups,
} from "../../../examples/infrastructure-autoscaling-group/src/cloud/group-client.ts";
import { GroupMachinePoolReconciler } from "../../../examples/infrastructure-autoscaling-group/src/reconcilers/group-machine-pool/group-machine-pool-reconciler.ts";
import { GroupMachineReconciler } from "../../../examples/infrastructure-autoscaling-group/src/reconcilers/group-machine/group-machine-reconciler.ts";

const clouds = new WeakMap<object, GroupCloud>();
const key = { name: "p1", namespace: "default" };

interface Pool {
  readonly name: string;
  /** Whether its machines are represented by Machines. */
  readonly machines: boolean;
}

/** Waits until a pool has this many machines, each with its GroupMachine and, if its machines are Machines, its Machine. */
async function reach(env: TestEnvironment, { machines }: Pool, replicas: number): Promise<void> {
  if (machines) {
    await env.until(`${replicas} GroupMachines`, async () => (await groupMachines(env)).length === replicas);
    await env.createPoolMachines(GroupMachine);
    const isProvisioned = ({ status }: GroupMachineObject): boolean => status?.initialization?.provisioned === true;
    await env.until(`${replicas} Machines`, async () => (await groupMachines(env)).every(isProvisioned));
  }
  await env.until(`${replicas} machines`, async () => {
    const { status } = await env.client.get(GroupMachinePool.kind, key);
    return status?.replicas === replicas && status.initialization?.provisioned === true && status.running === replicas;
  });
}

async function groupMachines({ client }: TestEnvironment): Promise<readonly GroupMachineObject[]> {
  return (await client.list<GroupMachineObject>(GroupMachine.kind, { namespace: key.namespace })).items;
}

async function scaleTo(env: TestEnvironment, pool: Pool, replicas: number): Promise<void> {
  await env.client.patch(MachinePool, key, { type: "merge", body: { spec: { replicas } } });
  await reach(env, pool, replicas);
}

/** A pool in a cloud of autoscaling groups: it grows, gets new data, shrinks, and is deleted. */
function lifeOfPool(pool: Pool): Scenario {
  return {
    name: pool.name,
    prepare: async ({ clock, cloudClock, closing }) => {
      const cloud = closing.use(await GroupCloud.start({ clock: cloudClock }));
      clouds.set(clock, cloud);
      return {
        reconcilers: (calls) => {
          const open: OpenGroups = (...given) => calls.around(openGroups(...given));
          return [new GroupMachinePoolReconciler(open), new GroupMachineReconciler(open)];
        },
        outside: () =>
          cloud.groupNames.flatMap((name) => [
            { what: `group ${name}`, owner: "GroupMachinePool/p1" },
            ...cloud.instances(name).map(() => ({ what: `instance of ${name}` })),
          ]),
      };
    },
    steps: {
      create: async (env) => {
        await env.createMachinePool({
          infrastructure: GroupMachinePool,
          spec: { cloudURL: clouds.get(env.clock)?.url ?? "", machines: pool.machines },
          bootstrapData: "#!/bin/sh\n",
          replicas: 1,
        });
        await reach(env, pool, 1);
      },
      scale: (env) => scaleTo(env, pool, 3),
      roll: async (env) => {
        const value = Buffer.from("renewed").toString("base64");
        await env.apply(`{ apiVersion: v1, kind: Secret, metadata: { name: p1 }, data: { value: ${value} } }`);
        await scaleTo(env, pool, 4);
      },
      "scale down": (env) => scaleTo(env, pool, 2),
      delete: async (env) => {
        await env.client.delete(GroupMachinePool.kind, key);
        await env.client.delete(MachinePool, key);
      },
    },
    replaceable: ["Secret/p1"],
    varying: [/\bi-\d+\b/, /(?<=http:\/\/127\.0\.0\.1:)\d+/],
  };
}

/** The provider of autoscaling groups. */
export const autoscalingGroup = lifeOfPool({ name: "example infrastructure-autoscaling-group", machines: false });

/** The same provider, with MachinePool Machines. */
export const autoscalingMachines = lifeOfPool({
  name: "example autoscaling-group with Machines",
  machines: true,
});
