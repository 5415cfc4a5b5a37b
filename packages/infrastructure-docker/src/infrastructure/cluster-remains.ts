import type { Engine } from "../engine/engine.ts";
import { engineLabels } from "../engine/labels.ts";

/**
 * What exists of a Cluster in an engine: `container default.m1`, `network default.c1`. Empty once the Cluster is deleted.
 *
 * @param cluster - `<namespace>.<name>` of its DockerCluster.
 * @throws EngineError the engine does not answer.
 *
 * @example
 * <!-- no-run: needs a container engine -->
 * ```ts
 * import { clusterRemains, openEngine } from "@capstan/infrastructure-docker";
 *
 * console.log(await clusterRemains(openEngine(), "default.c1", AbortSignal.timeout(10_000)));
 * ```
 */
export async function clusterRemains(engine: Engine, cluster: string, signal: AbortSignal): Promise<readonly string[]> {
  const containers = await engine.listContainers({ [engineLabels.cluster]: cluster }, signal);
  const network = await engine.findNetwork(cluster, signal);
  return [
    ...containers.map(({ name }) => `container ${name}`),
    ...(network === undefined ? [] : [`network ${network.name}`]),
  ];
}

/**
 * Removes what exists of a Cluster whose objects are lost, such as after a test.
 *
 * @param cluster - `<namespace>.<name>` of its DockerCluster.
 * @throws EngineError the engine does not answer, or refuses.
 *
 * @example
 * <!-- no-run: needs a container engine -->
 * ```ts
 * import { openEngine, removeRemains } from "@capstan/infrastructure-docker";
 *
 * await removeRemains(openEngine(), "default.c1", AbortSignal.timeout(60_000));
 * ```
 */
export async function removeRemains(engine: Engine, cluster: string, signal: AbortSignal): Promise<void> {
  for (const { name } of await engine.listContainers({ [engineLabels.cluster]: cluster }, signal)) {
    await engine.removeContainer(name, signal);
  }
  await engine.removeNetwork(cluster, signal);
}
