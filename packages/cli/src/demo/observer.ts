import { KubeadmConfig } from "@capstan/bootstrap-kubeadm";
import {
  Cluster,
  type Condition,
  type DeepReadonly,
  getCondition,
  type KubernetesObject,
  Machine,
} from "@capstan/contract";
import { Cache, type CacheEvent, type Client, type Clock, type Informer, type Timer } from "@capstan/runtime";
import { awaitedBy } from "./awaiting.ts";
import { isControlPlane } from "./manifests.ts";
import type { DemoNodes } from "./nodes/demo-nodes.ts";
import type { DemoOutput } from "./output.ts";
import type { ClusterView, MachineView } from "./view.ts";

/** An object of any provider kind: only its conditions are read. */
type ProviderObject = KubernetesObject & { status?: { conditions?: Condition[] } };

/** The update interval of the elapsed times in the live view. */
const redrawMs = 200;

/** When Machines became Running, in milliseconds since {@link Observer.begin}. */
export interface RunningTimes {
  readonly count: number;
  readonly firstMs: number | null;
  /** When the last Machine did; null if some were not Running in time. */
  readonly allMs: number | null;
}

interface ObserverOptions {
  readonly namespace: string;
  /** The kinds of the infrastructure provider. */
  readonly kinds: DemoNodes["kinds"];
  readonly clock: Clock;
  readonly output: DemoOutput;
}

/** Watches a namespace as `kubectl get -w` does, and reports changes to the output. */
export class Observer implements AsyncDisposable {
  readonly #cache: Cache;
  readonly #clock: Clock;
  readonly #output: DemoOutput;
  readonly #clusters: Informer<Cluster>;
  readonly #machines: Informer<Machine>;
  readonly #bootstrap: Informer<ProviderObject>;
  readonly #infrastructure: Informer<ProviderObject>;
  readonly #infraClusters: Informer<ProviderObject>;
  readonly #runningAt = new Map<string, number>();
  #startedAt = 0;
  #redraw: Timer | undefined;
  #wake: () => void = () => undefined;

  private constructor(client: Client, options: ObserverOptions) {
    this.#cache = new Cache({ client, namespaces: [options.namespace], clock: options.clock });
    this.#clock = options.clock;
    this.#output = options.output;
    this.#clusters = this.#cache.informer(Cluster);
    this.#machines = this.#cache.informer(Machine);
    this.#bootstrap = this.#cache.informer<ProviderObject>(KubeadmConfig.kind);
    this.#infrastructure = this.#cache.informer<ProviderObject>(options.kinds.machine);
    this.#infraClusters = this.#cache.informer<ProviderObject>(options.kinds.cluster);
  }

  static async start(client: Client, options: ObserverOptions & { readonly signal: AbortSignal }): Promise<Observer> {
    const observer = new Observer(client, options);
    const informers = [
      observer.#clusters,
      observer.#machines,
      observer.#bootstrap,
      observer.#infrastructure,
      observer.#infraClusters,
    ];
    observer.#cache.start();
    await Promise.all(informers.map((informer) => informer.waitForSync(options.signal)));
    return observer;
  }

  /** Sets the start time of all measurements, and begins to report. */
  begin(): void {
    this.#startedAt = this.#clock.now();
    this.#machines.onEvent((event) => {
      this.#onMachine(event);
    });
    this.#tick();
  }

  #tick(): void {
    this.#output.picture(this.view());
    this.#redraw = this.#clock.setTimer(redrawMs, () => {
      this.#tick();
    });
  }

  #onMachine(event: CacheEvent<Machine>): void {
    const { object: machine } = event;
    const from = event.previous?.status?.phase ?? "";
    const to = event.type === "deleted" ? "gone" : (machine.status?.phase ?? "");
    const atMs = this.#clock.now() - this.#startedAt;
    if (to === "Running" && !this.#runningAt.has(machine.metadata.name))
      this.#runningAt.set(machine.metadata.name, atMs);
    if (to !== "" && from !== to) {
      const awaiting = event.type === "deleted" ? [] : this.#awaiting(machine);
      const before = event.type === "deleted" ? (machine.status?.phase ?? "") : from;
      this.#output.transition({ machine: machine.metadata.name, from: before, to, awaiting, atMs });
    }
    this.#wake();
  }

  /** Resolves when `total` Machines are Running, or with the present state after `timeoutMs`. */
  async waitUntilRunning(total: number, options: { timeoutMs: number; signal: AbortSignal }): Promise<RunningTimes> {
    const deadline = this.#clock.now() + options.timeoutMs;
    for (;;) {
      const running = this.#running();
      if (running.count >= total) return running;
      const left = deadline - this.#clock.now();
      if (left <= 0) return { ...running, allMs: null };
      await this.#change(left, options.signal);
    }
  }

  async #change(timeoutMs: number, signal: AbortSignal): Promise<void> {
    const woken = new AbortController();
    this.#wake = () => {
      woken.abort();
    };
    // Waking early is expected: only an interruption is an error.
    await this.#clock.sleep(timeoutMs, AbortSignal.any([woken.signal, signal])).catch(() => undefined);
    signal.throwIfAborted();
  }

  #running(): RunningTimes {
    const names = this.#machines.list().filter((machine) => machine.status?.phase === "Running");
    const times = [...this.#runningAt.values()];
    const firstMs = times.length === 0 ? null : Math.min(...times);
    return { count: names.length, firstMs, allMs: times.length === 0 ? null : Math.max(...times) };
  }

  /** The Cluster and its Machines now; undefined while there is no Cluster. */
  view(): ClusterView | undefined {
    const cluster = this.#clusters.list()[0];
    if (cluster === undefined) return undefined;
    const { controlPlaneEndpoint } = cluster.spec;
    const infrastructure = cluster.spec.infrastructureRef;
    return {
      name: cluster.metadata.name,
      phase: cluster.status?.phase ?? "Pending",
      infrastructure: this.#stateOf(this.#infraClusters, infrastructure?.kind, infrastructure?.name, cluster),
      endpoint: controlPlaneEndpoint && `https://${controlPlaneEndpoint.host}:${controlPlaneEndpoint.port}`,
      machines: this.#machines
        .list()
        .map((machine) => this.#machineView(machine))
        .sort(byRoleAndName),
    };
  }

  #machineView(machine: DeepReadonly<Machine>): MachineView {
    const { name } = machine.metadata;
    const { configRef } = machine.spec.bootstrap;
    const { infrastructureRef } = machine.spec;
    const runningMs = this.#runningAt.get(name);
    return {
      name,
      role: isControlPlane(machine) ? "control-plane" : "worker",
      phase: machine.status?.phase ?? "",
      awaiting: this.#awaiting(machine),
      bootstrap:
        configRef === undefined ? "user data" : this.#stateOf(this.#bootstrap, configRef.kind, configRef.name, machine),
      infrastructure: this.#stateOf(this.#infrastructure, infrastructureRef.kind, infrastructureRef.name, machine),
      elapsedMs: runningMs ?? this.#clock.now() - this.#startedAt,
    };
  }

  #awaiting(machine: DeepReadonly<Machine>): readonly string[] {
    const { namespace } = machine.metadata;
    const find = (
      informer: Informer<ProviderObject>,
      name: string | undefined,
    ): DeepReadonly<KubernetesObject> | undefined =>
      name === undefined ? undefined : informer.get({ name, namespace });
    return awaitedBy(machine, {
      bootstrapConfig: find(this.#bootstrap, machine.spec.bootstrap.configRef?.name),
      infrastructure: find(this.#infrastructure, machine.spec.infrastructureRef.name),
    });
  }

  /** `MockMachine Ready`, or the reason that it is not. */
  #stateOf(
    informer: Informer<ProviderObject>,
    kind: string | undefined,
    name: string | undefined,
    of: DeepReadonly<KubernetesObject>,
  ): string {
    if (kind === undefined || name === undefined) return "";
    const { namespace } = of.metadata;
    const object = informer.get({ name, namespace });
    if (object === undefined) return `${kind} missing`;
    const ready = getCondition(object, "Ready");
    if (ready === undefined) return kind;
    return `${kind} ${ready.status === "True" ? "Ready" : ready.reason}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#redraw?.cancel();
    await this.#cache.stop();
  }
}

function byRoleAndName(a: MachineView, b: MachineView): number {
  return a.role.localeCompare(b.role) || a.name.localeCompare(b.name, "en", { numeric: true });
}
