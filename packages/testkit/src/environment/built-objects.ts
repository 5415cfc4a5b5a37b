import type { ProviderDefinition } from "@capstan/provider";
import type { BuilderContext } from "../builders/test-objects.ts";
import { type ClusterHandle, createCluster } from "../builders/cluster-handle.ts";
import { createMachine, type MachineHandle, type MachineOptions } from "../builders/machine-handle.ts";
import { createMachinePool, type MachinePoolHandle, type MachinePoolOptions } from "../builders/machine-pool-handle.ts";

/** Creates the objects of an environment's builders: with numbered names, and one Cluster for all objects that name none. */
export class BuiltObjects {
  readonly #context: BuilderContext;
  #cluster: Promise<ClusterHandle> | undefined;
  #machineCount = 0;
  #poolCount = 0;

  constructor(context: BuilderContext) {
    this.#context = context;
  }

  /** Creates a Machine, `m1` and so on. */
  async machine<I extends ProviderDefinition<"InfraMachine">, B extends ProviderDefinition<"BootstrapConfig">>(
    options: MachineOptions<I, B>,
  ): Promise<MachineHandle<I, B>> {
    const cluster = options.cluster ?? (await this.#ownCluster());
    this.#machineCount += 1;
    return createMachine(this.#context, cluster, { name: `m${this.#machineCount}`, ...options });
  }

  /** Creates a MachinePool, `p1` and so on. */
  async machinePool<I extends ProviderDefinition<"InfraMachinePool">>(
    options: MachinePoolOptions<I>,
  ): Promise<MachinePoolHandle<I>> {
    const cluster = options.cluster ?? (await this.#ownCluster());
    this.#poolCount += 1;
    return createMachinePool(this.#context, cluster, { name: `p${this.#poolCount}`, ...options });
  }

  #ownCluster(): Promise<ClusterHandle> {
    return (this.#cluster ??= createCluster(this.#context, {}));
  }
}
