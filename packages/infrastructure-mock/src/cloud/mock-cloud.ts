import { objectKeyText } from "@capstan/kube";
import type { Clock, Logger } from "@capstan/provider";
import type { CloudChange, Instance, InstanceRequest, LoadBalancerRequest, NamespacedName } from "./cloud-objects.ts";
import { DirectoryStore, memoryStore } from "./cloud-store.ts";
import { defaultBootDuration, type DurationRange } from "./duration.ts";
import { MockNetwork } from "./mock-network.ts";
import type { NetworkContext } from "./network-context.ts";
import { SerialQueue } from "./serial-queue.ts";

/** Options of {@link MockCloud.open}. */
export interface MockCloudOptions {
  /** The clock by which machines are created and boot. */
  readonly clock: Clock;
  /**
   * The directory in which the cloud is stored, so that it outlives the process. Contains secrets; one cloud at a time can use it. Default:
   * in memory only.
   */
  readonly stateDirectory?: string;
  /** The boot duration of machines that do not set it. Default: 200 to 800 ms. */
  readonly bootDuration?: DurationRange;
  /** Default: no logs. */
  readonly logger?: Logger;
}

/**
 * A cloud on loopback that is independent of the reconcilers: load balancers are listeners, machines are records that boot from their
 * bootstrap data, and workload clusters are embedded API servers. Every method is safe to repeat.
 *
 * @example
 * ```ts
 * import { MockCloud } from "@capstan/infrastructure-mock";
 * import { systemClock } from "@capstan/provider";
 *
 * await using cloud = await MockCloud.open({ clock: systemClock });
 * console.log(cloud.constructor.name);
 * ```
 */
export class MockCloud {
  readonly #networks = new Map<string, MockNetwork>();
  readonly #listeners = new Set<(change: CloudChange) => void>();
  readonly #waiting = new Map<string, Map<string, NamespacedName>>();
  /** Machines that it has lost, by the keys of their MockMachines: as long as no one removes them. */
  readonly #lost = new Set<string>();
  readonly #context: NetworkContext;
  /** Load balancers are created and removed one after the other, because two of one cluster would share a folder. */
  readonly #structure = new SerialQueue();
  #opening: Promise<void> | undefined;
  #closed = false;

  /** Creates a cloud that opens at its first request, so that a process may create it before it leads. */
  constructor(options: MockCloudOptions) {
    const { clock, stateDirectory, bootDuration = defaultBootDuration, logger } = options;
    this.#context = {
      clock,
      logger,
      store: stateDirectory === undefined ? memoryStore : new DirectoryStore(stateDirectory),
      bootDuration,
      changed: (change) => {
        for (const listener of this.#listeners) listener(change);
      },
    };
  }

  /**
   * Opens a cloud immediately. With a state directory, it restores the endpoints, the machines, and the contents of the workload clusters.
   *
   * @throws StateDirectoryError the directory cannot be read, or another process uses it.
   */
  static async open(options: MockCloudOptions): Promise<MockCloud> {
    const cloud = new MockCloud(options);
    await cloud.#open();
    return cloud;
  }

  /**
   * The load balancer of a cluster, created if it does not exist: a listener whose port never changes.
   *
   * @returns its address: the control plane endpoint.
   * @throws LoadBalancerError the address is taken; retried with back-off.
   */
  async ensureLoadBalancer(request: LoadBalancerRequest): Promise<{ host: string; port: number }> {
    await this.#open();
    const network = await this.#structure.run(() => this.#networkFor(request));
    await network.start();
    this.#wake(objectKeyText(request.cluster));
    return { ...network.record.endpoint };
  }

  /**
   * The machine of the request's MockMachine, created if it does not exist.
   *
   * @returns undefined if its cluster has no load balancer here; listeners are notified when it has.
   */
  async ensureInstance(request: InstanceRequest): Promise<Instance | undefined> {
    await this.#open();
    const instance = await this.#networks.get(objectKeyText(request.cluster))?.ensure(request);
    if (instance !== undefined) return instance;
    const waiting = this.#waiting.get(objectKeyText(request.cluster)) ?? new Map<string, NamespacedName>();
    this.#waiting.set(objectKeyText(request.cluster), waiting.set(objectKeyText(request.object), request.object));
    return undefined;
  }

  /** Removes the load balancer of a MockCluster, with everything behind it. */
  async removeLoadBalancer(object: NamespacedName): Promise<void> {
    await this.#open();
    await this.#structure.run(async () => {
      const found = [...this.#networks].find(([, network]) => isSameObject(network.record.object, object));
      if (found !== undefined) await this.#discard(...found);
    });
  }

  /** Removes the machine of a MockMachine. Its Node, if it still exists, is no longer ready. */
  async removeInstance(object: NamespacedName): Promise<void> {
    await this.#open();
    const key = objectKeyText(object);
    for (const waiting of this.#waiting.values()) waiting.delete(key);
    this.#lost.delete(key);
    await this.#networkOf(object)?.remove(object.name);
  }

  /**
   * Loses a machine without its reconciler's knowledge, as when a user deletes a server in the console of a cloud. {@link MockCloud.isLost}
   * then returns true until the machine is removed or the process ends.
   *
   * @returns whether the machine existed.
   */
  async loseInstance(object: NamespacedName): Promise<boolean> {
    await this.#open();
    const network = this.#networkOf(object);
    if (network === undefined) return false;
    this.#lost.add(objectKeyText(object));
    await network.remove(object.name);
    this.#context.changed({ kind: "MockMachine", object });
    return true;
  }

  /** Whether the machine of a MockMachine was lost; the cloud creates no other one for it. */
  isLost(object: NamespacedName): boolean {
    return this.#lost.has(objectKeyText(object));
  }

  /** Calls `listener` for every change of a machine or load balancer; returns a function that ends this. */
  onChange(listener: (change: CloudChange) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Resolves once all work in progress is done. Machines that wait for their boot time do not count. */
  async idle(): Promise<void> {
    await Promise.all([...this.#networks.values()].map((network) => network.idle()));
  }

  /** Stops the cloud. With a state directory, a cloud opened on it continues from here. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#opening?.catch(() => undefined);
    await this.#structure.idle();
    await Promise.all([...this.#networks.values()].map((network) => network.close()));
    await this.#context.store.close();
  }

  /** Closes the cloud at the end of an `await using` block. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Opens the stored cloud once; a call after a failure tries again. */
  #open(): Promise<void> {
    if (this.#closed) return Promise.reject(new Error("The mock cloud is closed; create another mock cloud"));
    this.#opening ??= this.#load().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async #load(): Promise<void> {
    for (const stored of await this.#context.store.load()) {
      this.#networks.set(objectKeyText(stored.record.cluster), new MockNetwork(stored, this.#context));
    }
    await Promise.all([...this.#networks.values()].map((network) => this.#startStored(network)));
  }

  async #networkFor(request: LoadBalancerRequest): Promise<MockNetwork> {
    const existing = this.#networks.get(objectKeyText(request.cluster));
    if (existing !== undefined) {
      if (isSameObject(existing.record.object, request.object)) return existing;
      // Left over from an earlier Cluster of the same name.
      await this.#discard(objectKeyText(request.cluster), existing);
    }
    const { object, cluster, endpoint = { host: "127.0.0.1", port: 0 } } = request;
    const created = new MockNetwork({ record: { object, cluster, endpoint }, instances: [] }, this.#context);
    this.#networks.set(objectKeyText(cluster), created);
    return created;
  }

  /** The network with the machine of a MockMachine. */
  #networkOf({ namespace, name }: NamespacedName): MockNetwork | undefined {
    const networks = [...this.#networks.values()];
    return networks.find((network) => network.record.cluster.namespace === namespace && network.has(name));
  }

  async #discard(name: string, network: MockNetwork): Promise<void> {
    await network.discard();
    this.#networks.delete(name);
  }

  // Another process may have the port; the reconciler of the MockCluster retries, and reports it.
  async #startStored(network: MockNetwork): Promise<void> {
    try {
      await network.start();
    } catch (error) {
      this.#context.logger?.warn("A cluster of the mock cloud could not be restored", {
        ...network.record.cluster,
        error,
      });
    }
  }

  #wake(cluster: string): void {
    const objects = this.#waiting.get(cluster)?.values() ?? [];
    this.#waiting.delete(cluster);
    for (const object of objects) this.#context.changed({ kind: "MockMachine", object });
  }
}

function isSameObject(one: NamespacedName, other: NamespacedName): boolean {
  return one.namespace === other.namespace && one.name === other.name;
}
