import {
  clusterRemains,
  DockerCluster,
  DockerInfrastructure,
  DockerMachine,
  type Engine,
  engineLabels,
  openEngine,
} from "@capstan/infrastructure-docker";
import { uniqueName } from "@capstan/kube";
import { containerRemovalMs } from "../../managers/remove-clusters.ts";
import type { LoseServer } from "../../page/machine-lost.ts";
import { type ContainerImages, onContainers } from "./on-containers.ts";
import type { DemoNodes } from "./demo-nodes.ts";

/** The time limit for looking at what is left, in milliseconds. */
const leftoversMs = 30_000;

/** Machines that are containers of Docker or Podman, with the kubelet of their image. */
export function dockerNodes(images: ContainerImages, engine: Engine = openEngine()): DemoNodes {
  const docker = new DockerInfrastructure(engine);
  return {
    provider: "docker",
    kinds: { cluster: DockerCluster.kind, machine: DockerMachine.kind },
    removalMs: containerRemovalMs,
    managed: { docker },
    loseServer: loseContainer(engine),
    check: async (signal) => {
      await engine.info(signal);
    },
    adapt: (manifests) => onContainers(manifests, images),
    leftovers: (clusters) =>
      leftoversOf(
        engine,
        clusters.map((metadata) => uniqueName({ metadata })),
      ),
    [Symbol.asyncDispose]: () => docker.close(),
  };
}

async function leftoversOf(engine: Engine, clusters: readonly string[]): Promise<string[]> {
  const signal = AbortSignal.timeout(leftoversMs);
  const left: string[] = [];
  for (const cluster of clusters) left.push(...(await clusterRemains(engine, cluster, signal)));
  return left;
}

/** Removes the container of a DockerMachine, as `docker rm` does. */
function loseContainer(engine: Engine): LoseServer {
  return async ({ infrastructure }) => {
    if (infrastructure.kind !== DockerMachine.kind.kind) return false;
    const signal = AbortSignal.timeout(leftoversMs);
    const found = await engine.listContainers(
      { [engineLabels.machine]: uniqueName({ metadata: infrastructure }) },
      signal,
    );
    for (const { name } of found) await engine.removeContainer(name, signal);
    return found.length > 0;
  };
}
