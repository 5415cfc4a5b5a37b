import { isBootstrapDataError } from "@capstan/bootstrap-data";
import type { DockerInfrastructure } from "../../infrastructure/docker-infrastructure.ts";
import { bootPlanOf, seedBoot, usesCloudInit } from "../../boot/seed/boot-data.ts";
import type { EngineContainer } from "../../engine/engine.ts";
import { EngineError } from "../../engine/engine-error.ts";
import { engineLabels, machineContainerName } from "../../engine/labels.ts";
import type { ClusterPlan } from "../docker-cluster/cluster-plan.ts";
import { imageUnknown } from "../docker-machine/machine-plan.ts";
import { type PoolPlan, poolContainerSpec } from "./pool-plan.ts";
import type { DockerMachinePoolScope } from "./pool-scope.ts";

/** Why a pool cannot have more containers now. */
export interface Obstacle {
  readonly reason: string;
  readonly message?: string | undefined;
  /** Undefined: a user must change an object. */
  readonly retryAfterMs?: number | undefined;
  /** Whether a user must repair something. */
  readonly warning: boolean;
}

/** What a pool is to have in the engine. */
interface WantedContainers {
  readonly plan: PoolPlan;
  readonly cluster: ClusterPlan;
  /** The containers that stay. */
  readonly keep: readonly EngineContainer[];
  /** Containers to remove. */
  readonly discard: readonly EngineContainer[];
  /** The names of the DockerMachines of new containers. */
  readonly names: readonly string[];
}

type Instance = Pick<EngineContainer, "name" | "hostname">;

/** Containers of pools. The engine knows them by their labels. */
export class PoolContainers {
  readonly #infrastructure: DockerInfrastructure;

  constructor(infrastructure: DockerInfrastructure) {
    this.#infrastructure = infrastructure;
  }

  /** The containers of a pool, in any state. */
  list(pool: string, signal: AbortSignal): Promise<readonly EngineContainer[]> {
    return this.#infrastructure.engine.listContainers({ [engineLabels.pool]: pool }, signal);
  }

  /** Removes a container, with its anonymous volumes. */
  async remove({ name }: EngineContainer, signal: AbortSignal): Promise<undefined> {
    await this.#infrastructure.engine.removeContainer(name, signal);
  }

  /**
   * Removes containers, starts those that an earlier call has not started, and creates others, spread over the failure domains. One that
   * cannot be started does not hold up the others.
   *
   * @returns the first reason why not all of them run.
   */
  async level(
    scope: DockerMachinePoolScope,
    wanted: WantedContainers,
    signal: AbortSignal,
  ): Promise<Obstacle | undefined> {
    const { keep, discard, names } = wanted;
    const obstacles: (Obstacle | undefined)[] = [];
    for (const container of discard) obstacles.push(await obstacleIn(() => this.remove(container, signal)));
    const unstarted = keep.filter(({ state }) => state === "created");
    if (unstarted.length + names.length > 0 && isDataMissing(scope)) return dataMissing(scope);
    for (const each of unstarted) obstacles.push(await obstacleIn(() => this.#start(scope, each, signal)));
    if (names.length > 0) obstacles.push(await obstacleIn(() => this.#create(scope, wanted, signal)));
    return obstacles.find((obstacle) => obstacle !== undefined);
  }

  async #create(
    scope: DockerMachinePoolScope,
    { plan, cluster, keep, names }: WantedContainers,
    signal: AbortSignal,
  ): Promise<Obstacle | undefined> {
    if (plan.image === undefined) return { ...imageUnknown, warning: true };
    const pulling = await this.#infrastructure.pullIfMissing(plan.image, signal);
    if (pulling !== undefined) return { ...pulling, warning: false };
    const domains = new FailureDomains(scope.machinePool.spec.failureDomains ?? [], keep);
    for (const name of names) {
      const machine = { namespace: scope.object.metadata.namespace, name };
      const spec = poolContainerSpec(plan, plan.image, { machine, failureDomain: domains.next(), of: cluster });
      const container = { name: machineContainerName({ metadata: machine }), hostname: spec.hostname };
      // Data that cannot be read gets no container.
      requireReadable(scope, container);
      await this.#infrastructure.engine.createContainer(container.name, spec, signal);
      await this.#start(scope, container, signal);
    }
    return undefined;
  }

  async #start(scope: DockerMachinePoolScope, container: Instance, signal: AbortSignal): Promise<undefined> {
    const { engine } = this.#infrastructure;
    // The data may have changed since the container was created. Its DockerMachine cannot report data that it does not have.
    requireReadable(scope, container);
    await seedBoot(engine, { data: scope, settings: settingsOf(scope) }, container, signal);
    await engine.startContainer(container.name, signal);
  }
}

/** Why an attempt has failed, if the pool can still report the containers that it has. */
async function obstacleIn(attempt: () => Promise<Obstacle | undefined>): Promise<Obstacle | undefined> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof EngineError) return error;
    if (isBootstrapDataError(error)) return { reason: error.reason, message: error.message, warning: true };
    throw error;
  }
}

function settingsOf({ object }: DockerMachinePoolScope) {
  return object.spec.template ?? {};
}

/**
 * cloud-init may read more than this provider.
 *
 * @throws BootstrapDataError
 */
function requireReadable(scope: DockerMachinePoolScope, container: Instance): void {
  if (!usesCloudInit(settingsOf(scope))) bootPlanOf(scope, container);
}

/** A container without its data would never become a Node. */
function isDataMissing({ needsBootstrapData, bootstrapData }: DockerMachinePoolScope): boolean {
  return needsBootstrapData && bootstrapData === undefined;
}

function dataMissing({ machinePool }: DockerMachinePoolScope): Obstacle {
  const { dataSecretName } = machinePool.spec.template.spec.bootstrap;
  return {
    reason: "WaitingForBootstrapData",
    message:
      dataSecretName === undefined
        ? "The MachinePool has no spec.template.spec.bootstrap.dataSecretName; until then, the pool creates no machine"
        : `Create Secret ${dataSecretName} with bootstrap data in key value; until then, the pool creates no machine`,
    retryAfterMs: missingDataMs,
    warning: true,
  };
}

/** The delay before the next look for missing data, in milliseconds: the watch does not report a Secret without the Cluster's label. */
const missingDataMs = 10_000;

/** Spreads containers over failure domains. */
class FailureDomains {
  readonly #names: readonly string[];
  readonly #counts: Map<string, number>;

  constructor(names: readonly string[], present: readonly EngineContainer[]) {
    this.#names = names;
    const domains = present.map(({ labels }) => labels[engineLabels.failureDomain] ?? "");
    this.#counts = new Map(names.map((name) => [name, domains.filter((domain) => domain === name).length]));
  }

  /** The failure domain with the fewest containers, to which another is added. Undefined without failure domains. */
  next(): string | undefined {
    const [name] = this.#names.toSorted((one, other) => this.#countOf(one) - this.#countOf(other));
    if (name !== undefined) this.#counts.set(name, this.#countOf(name) + 1);
    return name;
  }

  #countOf(name: string): number {
    return this.#counts.get(name) ?? 0;
  }
}
