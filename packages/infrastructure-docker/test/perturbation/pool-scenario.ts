import {
  DockerCluster,
  DockerInfrastructure,
  DockerMachine,
  DockerMachinePool,
  dockerReconcilers,
  engineLabels,
} from "@capstan/infrastructure-docker";
import { isConditionTrue, type KubernetesObject, MachinePool } from "@capstan/provider";
import type { TestEnvironment } from "@capstan/testkit";
import type { OutsideThing, Scenario } from "@capstan/testkit/perturbation";
import { ScriptedEngine } from "../scripted-engine/scripted-engine.ts";

/** Containers and networks; a machine whose bootstrap data ran twice is another thing. Machines of a pool have random names. */
function outside(engine: ScriptedEngine): OutsideThing[] {
  const containers = [...engine.containers.values()].map(({ spec: { labels }, boots }) => {
    const what = `${labels[engineLabels.role]} with ${boots} boots`;
    if (labels[engineLabels.pool] !== undefined) return { what: `${what} of pool ${labels[engineLabels.pool]}` };
    return { what, owner: labels[engineLabels.machine] ?? `load balancer of ${labels[engineLabels.cluster]}` };
  });
  return [...containers, ...[...engine.networks.keys()].map((owner) => ({ what: "network", owner }))];
}

/** An engine in memory: each request to it can be disturbed. */
export const prepareEngine: Scenario["prepare"] = ({ closing }) => {
  const engine = new ScriptedEngine();
  return {
    reconcilers: (calls) => dockerReconcilers(closing.use(new DockerInfrastructure(calls.around(engine)))),
    outside: () => outside(engine),
  };
};

/** Addresses of containers vary. */
export const address = /\b172\.18\.\d+\.\d+\b/;

const key = { name: "p1", namespace: "default" };

/** Plays core's part until a pool has this many machines with Nodes, all from its template. */
async function reach(env: TestEnvironment, replicas: number): Promise<void> {
  await env.until(`${replicas} machines have Nodes`, async () => {
    await env.createPoolMachines(DockerMachine);
    const machines = (await env.client.list(DockerMachine.kind, { namespace: key.namespace })).items;
    const pool = await env.client.get(DockerMachinePool.kind, key);
    return (
      machines.length === replicas &&
      machines.every((machine) => isConditionTrue(machine, "NodeProviderIDSet")) &&
      machines.every(({ spec }) => spec.customImage === pool.spec.template?.customImage) &&
      isConditionTrue(pool, "ReplicasReady") &&
      pool.status?.replicas === replicas
    );
  });
}

async function change(env: TestEnvironment, kind: typeof MachinePool | typeof DockerMachinePool.kind, spec: object) {
  await env.client.patch<KubernetesObject>(kind, key, { type: "merge", body: { spec } });
}

/** The Docker infrastructure with a pool: it grows, rolls, shrinks, and is deleted. */
export const dockerPool: Scenario = {
  name: "docker infrastructure with a pool",
  prepare: prepareEngine,
  steps: {
    create: async (env) => {
      const cluster = await env.createCluster({ name: "of-p1", infrastructure: DockerCluster });
      await env.createMachinePool({
        cluster,
        infrastructure: DockerMachinePool,
        spec: { template: { customImage: "localhost/node:v1.36.0" } },
        bootstrapData: "#!/bin/sh\ntrue\n",
      });
      await reach(env, 1);
    },
    scale: async (env) => {
      await change(env, MachinePool, { replicas: 2 });
      await reach(env, 2);
    },
    roll: async (env) => {
      await change(env, DockerMachinePool.kind, { template: { customImage: "localhost/node:v1.36.1" } });
      await reach(env, 2);
    },
    "scale down": async (env) => {
      await change(env, MachinePool, { replicas: 1 });
      await reach(env, 1);
    },
    delete: async (env) => {
      await env.client.delete(DockerMachinePool.kind, key);
      await env.client.delete(MachinePool, key);
    },
  },
  replaceable: ["Secret/p1"],
  varying: [address, /\bp1-[a-z0-9]{5}\b/],
};
