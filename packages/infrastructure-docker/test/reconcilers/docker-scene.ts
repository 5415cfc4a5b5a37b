import {
  DockerCluster,
  DockerInfrastructure,
  DockerMachine,
  DockerMachinePool,
  dockerReconcilers,
} from "@capstan/infrastructure-docker";
import { systemClock } from "@capstan/provider";
import { FakeClock, TestEnvironment } from "@capstan/testkit";
import { ScriptedEngine } from "../scripted-engine/scripted-engine.ts";

/** Bootstrap data that writes the sentinel file. */
const bootstrapData = `#cloud-config
runcmd:
- kubeadm init --token abcdef.0123456789abcdef
- mkdir -p /run/cluster-api && touch /run/cluster-api/bootstrap-success.complete
`;

/** Options of a pool in a scene. */
interface PoolOptions {
  readonly name?: string;
  readonly replicas?: number;
  readonly template?: object;
  readonly bootstrapData?: string;
}

export type DockerScene = Awaited<ReturnType<typeof startDockerScene>>;

/** How often each machine in the engine has booted. */
export function bootsOf({ engine, machineContainers }: DockerScene): number[] {
  return machineContainers().map((name) => engine.container(name).boots);
}

/** The images of the machines in the engine. */
export function imagesOf({ engine, machineContainers }: DockerScene): string[] {
  return machineContainers()
    .map((name) => engine.container(name).spec.image)
    .toSorted();
}

/** A pool whose machines have Nodes. */
export async function startPool(options: PoolOptions = {}) {
  const scene = await startDockerScene();
  const pool = await scene.createPool(options);
  await scene.poolAdvance(12);
  return { scene, pool, [Symbol.asyncDispose]: () => scene[Symbol.asyncDispose]() };
}

/** The provider on a scripted engine, with core controllers. */
export async function startDockerScene(engine = new ScriptedEngine()) {
  const closing = new AsyncDisposableStack();
  const infrastructure = closing.use(new DockerInfrastructure(engine));
  const env = closing.use(
    await TestEnvironment.start({
      clock: new FakeClock({ startMs: systemClock.now() }),
      reconcilers: dockerReconcilers(infrastructure),
      idle: () => infrastructure.idle(),
    }),
  );
  const advance = async (seconds = 31) => {
    await env.clock.advance({ seconds });
    await env.settled();
  };
  return {
    env,
    engine,
    advance,
    createCluster: async (infrastructureSpec: object = {}) => {
      const cluster = await env.createCluster({ name: "c1", infrastructure: DockerCluster, infrastructureSpec });
      await advance(3);
      return cluster;
    },
    createMachine: async (
      cluster: Awaited<ReturnType<TestEnvironment["createCluster"]>>,
      options: { name?: string; spec?: object; controlPlane?: boolean; bootstrapData?: string; version?: string } = {},
    ) => {
      const { name = "m1", spec = { customImage: "localhost/node:v1" }, controlPlane = false, version } = options;
      const machine = await env.createMachine({
        name,
        cluster,
        infrastructure: DockerMachine,
        spec,
        bootstrapData: options.bootstrapData ?? bootstrapData,
        controlPlane,
        ...(version === undefined ? {} : { machine: { version } }),
      });
      await advance(5);
      return machine;
    },
    createPool: async (options: PoolOptions = {}) => {
      const { name = "p1", template = { customImage: "localhost/node:v1" }, replicas = 2 } = options;
      const cluster = await env.createCluster({ name: "c1", infrastructure: DockerCluster });
      const pool = await env.createMachinePool({
        name,
        cluster,
        infrastructure: DockerMachinePool,
        spec: { template },
        bootstrapData: options.bootstrapData ?? bootstrapData,
        replicas,
      });
      await advance(3);
      return pool;
    },
    changeTemplate: async ({ name }: { readonly name: string }, template: object) => {
      const body = { spec: { template } };
      await env.client.patch(DockerMachinePool.kind, { namespace: "default", name }, { type: "merge", body });
    },
    /** Lets time pass, in which core creates the Machines of pools. */
    poolAdvance: async (seconds = 31) => {
      for (let passed = 0; passed < seconds; passed += 3) {
        await advance(3);
        await env.createPoolMachines(DockerMachine);
        await env.settled();
      }
    },
    /** The names of the machines in the engine, those of pools included. */
    machineContainers: () => [...engine.containers.keys()].filter((name) => !name.endsWith("_lb")).toSorted(),
    dockerMachines: async () => (await env.client.list(DockerMachine.kind, { namespace: "default" })).items,
    dockerMachine: (name = "m1") => env.client.get(DockerMachine.kind, { name, namespace: "default" }),
    dockerCluster: () => env.client.get(DockerCluster.kind, { name: "c1", namespace: "default" }),
    condition: async (type: string, name = "m1") => {
      const { status } = await env.client.get(DockerMachine.kind, { name, namespace: "default" });
      return status?.conditions?.find((condition) => condition.type === type);
    },
    clusterCondition: async (type: string) => {
      const { status } = await env.client.get(DockerCluster.kind, { name: "c1", namespace: "default" });
      return status?.conditions?.find((condition) => condition.type === type);
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}
