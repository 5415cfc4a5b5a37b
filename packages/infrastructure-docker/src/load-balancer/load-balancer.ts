import type { Engine, EngineContainer } from "../engine/engine.ts";
import { engineLabels, loadBalancerName } from "../engine/labels.ts";
import { type Backend, haproxyConfig, haproxyConfigPath, reloadSignal } from "./haproxy-config.ts";
import { Turns } from "./turns.ts";

/** What identifies the load balancer of a cluster. */
export interface BalancedCluster {
  /** Value of the label `cluster`. */
  readonly cluster: string;
  /** The network with the containers of the control plane. */
  readonly network: string;
}

/** Keeps the backends of load balancers those of the running control-plane containers. */
export class LoadBalancers {
  readonly #engine: Engine;
  // One after the other, because the last to write would otherwise write what it listed before the others did.
  readonly #turns = new Turns();
  /** What load balancers have read as far as this process knows: the start of the container, and the configuration. */
  readonly #read = new Map<string, string>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * Writes the configuration, if it differs, and lets a running load balancer read it. A container that was not started yet only gets it.
   *
   * @param without - name of a container that is about to be removed.
   */
  async balance(cluster: BalancedCluster, signal: AbortSignal, without?: string): Promise<void> {
    const name = loadBalancerName(cluster.cluster);
    await this.#turns.take(name, async () => {
      const balancer = await this.#engine.findContainer(name, signal);
      if (balancer === undefined) {
        this.#read.delete(name);
        return;
      }
      const config = haproxyConfig(await this.#backends(cluster, signal, without));
      if ((await this.#engine.readFile(balancer.name, haproxyConfigPath, signal)) !== config) {
        await this.#write(balancer, config, signal);
      }
      // Also if the file is unchanged: the manager may have ended between writing and signaling.
      await this.#reload(balancer, config, signal);
    });
  }

  async #write(balancer: EngineContainer, config: string, signal: AbortSignal): Promise<void> {
    await this.#engine.writeFiles(balancer.name, [{ path: haproxyConfigPath, content: config, mode: 0o644 }], signal);
  }

  async #reload(balancer: EngineContainer, config: string, signal: AbortSignal): Promise<void> {
    const known = `${balancer.startedAt} ${config}`;
    if (balancer.state !== "running" || this.#read.get(balancer.name) === known) return;
    await this.#engine.signalContainer(balancer.name, reloadSignal, signal);
    this.#read.set(balancer.name, known);
  }

  async #backends(
    { cluster, network }: BalancedCluster,
    signal: AbortSignal,
    without?: string,
  ): Promise<readonly Backend[]> {
    const labels = { [engineLabels.cluster]: cluster, [engineLabels.role]: "control-plane" };
    const containers = await this.#engine.listContainers(labels, signal);
    return containers.flatMap(({ name, state, addresses }) => {
      const address = addresses[network]?.[0];
      return name === without || state !== "running" || address === undefined ? [] : [{ name, address }];
    });
  }
}
