import { coreCRDs, type CustomResourceDefinition } from "@capstan/contract";
import { KubeadmConfigReconciler } from "@capstan/bootstrap-kubeadm";
import { setupCoreControllers } from "@capstan/core-controllers";
import { MockCloud, MockClusterReconciler, MockMachineReconciler } from "@capstan/infrastructure-mock";
import type { ProviderController, ProviderDefinition } from "@capstan/provider";
import {
  type Client,
  type Clock,
  createClient,
  installCRDs,
  type Logger,
  Manager,
  systemClock,
} from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { type ClusterHandle, type ClusterOptions, createCluster } from "../builders/cluster-handle.ts";
import { createMachine, type MachineHandle, type MachineOptions } from "../builders/machine-handle.ts";
import { describeWrite, recordingClient, type Write } from "./recording-client.ts";
import { type ServerChoice, startTestServer, type TestServer } from "./test-server.ts";

/** Options of {@link TestEnvironment.start}; by default the core controllers run on an embedded server. */
export interface TestEnvironmentOptions<C extends Clock = FakeClock> {
  /** The reconcilers under test; their CRDs are installed. Default: none. */
  readonly reconcilers?: readonly ProviderController[];
  /** Further kinds to install, which nothing reconciles. Default: none. */
  readonly crds?: readonly CustomResourceDefinition[];
  /** Whether the Cluster and Machine controllers run. Default: true. */
  readonly core?: boolean;
  /** Whether the kubeadm bootstrap provider runs. Default: false. */
  readonly bootstrapKubeadm?: boolean;
  /** Whether the mock infrastructure provider runs. Its machines boot in real time unless the clock is moved. Default: false. */
  readonly infrastructureMock?: boolean;
  /** `real`: etcd and kube-apiserver from KUBEBUILDER_ASSETS. Default: `embedded`. */
  readonly server?: ServerChoice;
  /** Time of the controllers. Default: a FakeClock that starts at the present and stands still. */
  readonly clock?: C;
  /**
   * Consulted before each write of a controller: an Error is thrown in the write's place, as if the API server had refused it.
   * Default: nothing is refused.
   */
  readonly refuse?: (write: Write) => Error | undefined;
  /** Default: nothing is logged. */
  readonly logger?: Logger;
}

/**
 * A management cluster for one test: a server, the core controllers, the reconcilers under test.
 *
 * Dispose it: `await using env = await TestEnvironment.start({ reconcilers: [...] })`.
 */
export class TestEnvironment<C extends Clock = FakeClock> implements AsyncDisposable {
  /** An administrator's client; what it writes is not in {@link writes}. */
  readonly client: Client;
  /** YAML, of an administrator: for kubectl and other programs. */
  readonly kubeconfig: string;
  readonly clock: C;
  /** Whether the core controllers run; if not, builders set the owner references that core would. */
  readonly hasCore: boolean;
  readonly #managers: readonly Manager[];
  readonly #writes: readonly Write[];
  readonly #closing: AsyncDisposableStack;
  #cluster: Promise<ClusterHandle> | undefined;
  #machineCount = 0;

  private constructor(parts: Parts<C>) {
    this.client = parts.client;
    this.kubeconfig = parts.server.kubeconfig;
    this.clock = parts.clock;
    this.hasCore = parts.hasCore;
    this.#managers = parts.managers;
    this.#writes = parts.writes;
    this.#closing = parts.closing;
  }

  /**
   * Starts everything and resolves when the controllers run; under a second on the embedded server.
   *
   * @throws Error the server or a controller does not start; nothing is left running.
   */
  static async start(options?: TestEnvironmentOptions): Promise<TestEnvironment>;
  static async start<C extends Clock>(options: TestEnvironmentOptions<C> & { clock: C }): Promise<TestEnvironment<C>>;
  static async start(options: TestEnvironmentOptions<Clock> = {}): Promise<TestEnvironment<Clock>> {
    const closing = new AsyncDisposableStack();
    try {
      const clock = options.clock ?? new FakeClock({ startMs: systemClock.now() });
      const environment = new TestEnvironment(await startParts(options, clock, closing));
      if (clock instanceof FakeClock) clock.settle = () => environment.settled();
      return environment;
    } catch (error) {
      await closing.disposeAsync();
      throw error;
    }
  }

  /**
   * Resolves once all controllers have seen everything that has been written, and have nothing to do before the clock moves or
   * somebody writes.
   */
  async settled(): Promise<void> {
    let before: number;
    // A write of one manager is work for another, whose caches may have come to rest just before.
    do {
      before = this.#writes.length;
      for (const manager of this.#managers) await manager.settled();
    } while (this.#writes.length > before);
  }

  /** The controllers' writes that were accepted, oldest first: `create Secret/m1`, `patch HelloMachine/m1 status`. */
  writes(filter: { readonly kind?: string; readonly by?: string } = {}): string[] {
    return this.#writes
      .filter(({ kind, by }) => (filter.kind ?? kind) === kind && (filter.by ?? by) === by)
      .map(describeWrite);
  }

  /** Creates a Cluster, by default with its infrastructure provisioned. */
  createCluster<I extends ProviderDefinition<"InfraCluster">>(options: ClusterOptions<I> = {}): Promise<ClusterHandle> {
    return createCluster(this, options);
  }

  /** Creates a Machine with its infra machine and its bootstrap data or config; in a Cluster of its own making by default. */
  async createMachine<I extends ProviderDefinition<"InfraMachine">, B extends ProviderDefinition<"BootstrapConfig">>(
    options: MachineOptions<I, B>,
  ): Promise<MachineHandle<I, B>> {
    const cluster = options.cluster ?? (await (this.#cluster ??= this.createCluster()));
    this.#machineCount += 1;
    return createMachine(this, cluster, { name: `m${this.#machineCount}`, ...options });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closing.disposeAsync();
  }
}

interface Parts<C extends Clock> {
  readonly client: Client;
  readonly server: TestServer;
  readonly clock: C;
  readonly hasCore: boolean;
  readonly managers: readonly Manager[];
  readonly writes: readonly Write[];
  readonly closing: AsyncDisposableStack;
}

async function startParts(
  options: TestEnvironmentOptions<Clock>,
  clock: Clock,
  closing: AsyncDisposableStack,
): Promise<Parts<Clock>> {
  const { core = true, crds = [], logger, refuse = () => undefined } = options;
  const server = closing.use(await startTestServer(options.server ?? "embedded", clock));
  const { kubeconfig } = server;
  const client = createClient({ kubeconfig, userAgent: "capstan-test/1" });
  closing.defer(() => client.close());

  const groups = await controllerGroups(options, clock, closing);
  const definitions = [...groups.values()].flat().map(({ definition }) => definition);
  await installCRDs(client, [...coreCRDs, ...crds, ...definitions.flatMap((definition) => definition.crds)]);

  const writes: Write[] = [];
  const names = [...(core ? ["core"] : []), ...groups.keys()];
  const managers = names.map((name) => {
    const own = createClient({ kubeconfig, userAgent: `capstan-test-${name}/1` });
    closing.defer(() => own.close());
    const manager = new Manager({
      name,
      client: recordingClient(own, name, { refuse, accepted: (write) => writes.push(write) }),
      clock,
      freeze: true,
      ...(logger === undefined ? {} : { logger: logger.with({ manager: name }) }),
    });
    closing.defer(() => manager.stop());
    if (name === "core") setupCoreControllers(manager);
    for (const reconciler of groups.get(name) ?? []) reconciler.setup(manager);
    return manager;
  });
  await Promise.all(managers.map((manager) => manager.start()));
  return { client, server, clock, hasCore: core, managers, writes, closing };
}

/** The provider controllers by the manager they run in, as separate processes would. */
async function controllerGroups(
  options: TestEnvironmentOptions<Clock>,
  clock: Clock,
  closing: AsyncDisposableStack,
): Promise<ReadonlyMap<string, readonly ProviderController[]>> {
  const groups = new Map<string, readonly ProviderController[]>();
  if (options.reconcilers !== undefined) groups.set("provider", options.reconcilers);
  if (options.bootstrapKubeadm === true) groups.set("bootstrap-kubeadm", [new KubeadmConfigReconciler()]);
  if (options.infrastructureMock === true) {
    const cloud = await MockCloud.open({ clock });
    closing.defer(() => cloud.close());
    groups.set("infrastructure-mock", [new MockClusterReconciler(cloud), new MockMachineReconciler(cloud)]);
  }
  return groups;
}
