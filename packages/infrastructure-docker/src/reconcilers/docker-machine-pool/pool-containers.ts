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
  async remove({ name }: EngineContainer, signal: AbortSignal): Promise<void> {
    await this.#infrastructure.engine.removeContainer(name, signal);
  }

  /**
   * Creates containers with new names, one for each failure domain, and starts them and those that an earlier call has not started.
   *
   * @returns why not all of them run.
   */
  async grow(
    scope: DockerMachinePoolScope,
    wanted: {
      readonly plan: PoolPlan;
      readonly cluster: ClusterPlan;
      readonly present: readonly EngineContainer[];
      readonly names: readonly string[];
    },
    signal: AbortSignal,
  ): Promise<Obstacle | undefined> {
    const { plan, cluster, present, names } = wanted;
    const unstarted = present.filter(({ state }) => state === "created");
    if (unstarted.length + names.length > 0 && isDataMissing(scope)) return dataMissing(scope);
    try {
      for (const container of unstarted) await this.#start(scope, container, signal);
      if (names.length === 0) return undefined;
      if (plan.image === undefined) return { ...imageUnknown, warning: true };
      const pulling = await this.#infrastructure.pullIfMissing(plan.image, signal);
      if (pulling !== undefined) return { ...pulling, warning: false };
      const domains = new FailureDomains(scope.machinePool.spec.failureDomains ?? [], present);
      for (const name of names) {
        const machine = { namespace: scope.object.metadata.namespace, name };
        const spec = poolContainerSpec(plan, plan.image, { machine, failureDomain: domains.next(), of: cluster });
        const container = { name: machineContainerName({ metadata: machine }), hostname: spec.hostname };
        // Data that this provider cannot read gets no container; cloud-init may read more.
        if (!usesCloudInit(plan.machine)) bootPlanOf(scope, container);
        await this.#infrastructure.engine.createContainer(container.name, spec, signal);
        await this.#start(scope, container, signal);
      }
      return undefined;
    } catch (error) {
      // The pool still reports the containers that it has.
      if (error instanceof EngineError) return error;
      if (isBootstrapDataError(error)) return { reason: error.reason, message: error.message, warning: true };
      throw error;
    }
  }

  async #start(
    scope: DockerMachinePoolScope,
    container: Pick<EngineContainer, "name" | "hostname">,
    signal: AbortSignal,
  ) {
    const { engine } = this.#infrastructure;
    await seedBoot(engine, { data: scope, settings: scope.object.spec.template ?? {} }, container, signal);
    await engine.startContainer(container.name, signal);
  }
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
