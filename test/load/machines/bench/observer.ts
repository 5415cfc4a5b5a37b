import { type KubernetesObject, labels, Machine, type ResourceKind } from "@capstan/contract";
import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import { MockCluster, MockMachine } from "@capstan/infrastructure-mock";
import { Cache, type Client, Secret } from "@capstan/runtime";

/** The time of each event, in seconds since {@link MachineObserver.begin}. */
export interface MachineTimes {
  /** The first Machine was Running: the control plane Machine. */
  readonly firstRunning: number;
  readonly allRunning: number;
}

const tellSeconds = 5;

/** Watches Machines become Running, with one watch. */
export class MachineObserver implements AsyncDisposable {
  /** The kinds that must be deleted with their Cluster. */
  readonly mustGo: readonly ResourceKind[] = [Machine, KubeadmConfig.kind, MockCluster.kind, MockMachine.kind, Secret];
  readonly #client: Client;
  readonly #namespace: string;
  readonly #cache: Cache;
  readonly #running = new Set<string>();
  #startedAt = performance.now();
  #firstRunning: number | undefined;
  #reportedAt = 0;
  #wake: () => void = () => undefined;

  private constructor(client: Client, namespace: string) {
    this.#client = client;
    this.#namespace = namespace;
    this.#cache = new Cache({ client, namespaces: [namespace] });
  }

  static async start(client: Client, namespace: string): Promise<MachineObserver> {
    const observer = new MachineObserver(client, namespace);
    const machines = observer.#cache.informer(Machine);
    observer.#cache.start();
    await machines.waitForSync(AbortSignal.timeout(30_000));
    machines.onEvent(({ type, object }) => {
      observer.#see(object.metadata.name, type !== "deleted" && object.status?.phase === "Running");
    });
    return observer;
  }

  /** Starts the time. */
  begin(): void {
    this.#startedAt = performance.now();
  }

  get running(): number {
    return this.#running.size;
  }

  /**
   * Resolves once `count` Machines are Running.
   * @param tell - called every few seconds with the number of Running Machines.
   * @throws Error they are not Running in time.
   */
  async allRunning(count: number, signal: AbortSignal, tell: (running: number) => void): Promise<MachineTimes> {
    while (this.#running.size < count) {
      if (signal.aborted) throw new Error(`Only ${this.#running.size} of ${count} Machines are Running in time`);
      await this.#changed(signal);
      if (this.#seconds() - this.#reportedAt < tellSeconds) continue;
      this.#reportedAt = this.#seconds();
      tell(this.#running.size);
    }
    return { firstRunning: this.#firstRunning ?? 0, allRunning: this.#seconds() };
  }

  #changed(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
      signal.addEventListener("abort", () => {
        resolve();
      });
    });
  }

  /** The number of objects of a kind. */
  async remaining(kind: ResourceKind): Promise<number> {
    // Other Secrets are not counted.
    const ours = kind === Secret ? { labelSelector: labels.clusterName } : {};
    const options = { namespace: this.#namespace, metadataOnly: true, ...ours };
    return (await this.#client.list<KubernetesObject>(kind, options)).items.length;
  }

  #see(name: string, isRunning: boolean): void {
    if (!isRunning) {
      this.#running.delete(name);
      return;
    }
    this.#firstRunning ??= this.#seconds();
    this.#running.add(name);
    this.#wake();
  }

  #seconds(): number {
    return (performance.now() - this.#startedAt) / 1_000;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#cache.stop();
  }
}
