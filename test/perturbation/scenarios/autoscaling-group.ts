import { MachinePool } from "@capstan/provider";
import type { TestEnvironment } from "@capstan/testkit";
import type { Scenario } from "@capstan/testkit/perturbation";
import { GroupCloud } from "../../../examples/infrastructure-autoscaling-group/fake-cloud/group-cloud.ts";
import { GroupMachinePool } from "../../../examples/infrastructure-autoscaling-group/src/api/group-machine-pool.ts";
import { GroupMachinePoolReconciler } from "../../../examples/infrastructure-autoscaling-group/src/reconcilers/group-machine-pool/group-machine-pool-reconciler.ts";

const clouds = new WeakMap<object, GroupCloud>();
const key = { name: "p1", namespace: "default" };

async function has({ client }: TestEnvironment, replicas: number): Promise<boolean> {
  const { status } = await client.get(GroupMachinePool.kind, key);
  return status?.replicas === replicas && status.initialization?.provisioned === true && status.running === replicas;
}

async function scaleTo(env: TestEnvironment, replicas: number): Promise<void> {
  await env.client.patch(MachinePool, key, { type: "merge", body: { spec: { replicas } } });
  await env.until(`${replicas} machines`, () => has(env, replicas));
}

/** The provider of autoscaling groups. */
export const autoscalingGroup: Scenario = {
  name: "example infrastructure-autoscaling-group",
  prepare: async ({ clock, cloudClock, closing }) => {
    const cloud = closing.use(await GroupCloud.start({ clock: cloudClock }));
    clouds.set(clock, cloud);
    return {
      reconcilers: () => [new GroupMachinePoolReconciler()],
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
        spec: { cloudURL: clouds.get(env.clock)?.url ?? "" },
        bootstrapData: "#!/bin/sh\n",
        replicas: 1,
      });
      await env.until("1 machine", () => has(env, 1));
    },
    scale: (env) => scaleTo(env, 3),
    roll: async (env) => {
      const value = Buffer.from("renewed").toString("base64");
      await env.apply(`{ apiVersion: v1, kind: Secret, metadata: { name: p1 }, data: { value: ${value} } }`);
      await scaleTo(env, 4);
    },
    "scale down": (env) => scaleTo(env, 2),
    delete: async (env) => {
      await env.client.delete(GroupMachinePool.kind, key);
      await env.client.delete(MachinePool, key);
    },
  },
  replaceable: ["Secret/p1"],
  varying: [/(?<=group:\/\/default\.p1\/)[\w-]+/, /(?<=http:\/\/127\.0\.0\.1:)\d+/],
};
