import type { CustomResourceDefinition, KubernetesObject } from "@capstan/contract";
import type { Faults } from "@capstan/apiserver";
import { ArgumentError, objectKeyText } from "@capstan/kube";
import type { CoreControllersOptions } from "@capstan/core-controllers";
import type { ProviderController, ProviderDefinition } from "@capstan/provider";
import {
  type Client,
  type Clock,
  createClient,
  type Logger,
  type Manager,
  Secret,
  systemClock,
} from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { type ClusterHandle, type ClusterOptions, createCluster } from "../builders/cluster-handle.ts";
import { createMachinePool, type MachinePoolHandle, type MachinePoolOptions } from "../builders/machine-pool-handle.ts";
import { createMachine, type MachineHandle, type MachineOptions } from "../builders/machine-handle.ts";
import { guardedClient } from "../secret-guard/guarded-client.ts";
import { guardedLogger } from "../secret-guard/guarded-logger.ts";
import { SecretGuard } from "../secret-guard/secret-guard.ts";
import { applyYAML } from "./apply-yaml.ts";
import { installedCoreCRDs } from "./core-crds.ts";
import { machinePoolCRD } from "./machine-pool-crd.ts";
import { checkRights } from "./missing-rights-error.ts";
import { providerAccount } from "./provider-account.ts";
import { installDefinitions } from "./install-definitions.ts";
import {
  maxRequestsInFlight,
  type ControllerRequest,
  coreName,
  createManager,
  type ManagerSetting,
  ownProviders,
  providerName,
  type ProviderManagerOptions,
  type RunningManager,
} from "./provider-managers.ts";
import { describeWrite, type Write } from "../client/recording-client.ts";
import { type RunningServer, type ServerChoice, startTestServer } from "./test-server.ts";
import { until, type UntilOptions } from "./until.ts";
import { WorkloadCluster } from "../workload/workload-cluster.ts";

/** Options of {@link TestEnvironment.start}; by default the core controllers run on an embedded server. */
export interface TestEnvironmentOptions<C extends Clock = FakeClock> {
  /** The reconcilers under test; their CRDs are installed. Default: none. */
  readonly reconcilers?: readonly ProviderController[];
  /** Further kinds to install, which nothing reconciles. Default: none. */
  readonly crds?: readonly CustomResourceDefinition[];
  /** How their manager is set up. Default: as an administrator's, for all namespaces. */
  readonly manager?: ProviderManagerOptions;
  /** The CRDs of the core's kinds. Default: {@link installedCoreCRDs}, with MachinePools if a provider serves them. */
  readonly coreCRDs?: readonly CustomResourceDefinition[];
  /** Whether the Cluster and Machine controllers run, and how. Default: true. */
  readonly core?: boolean | CoreControllersOptions;
  /** Whether the kubeadm bootstrap provider runs. Default: false. */
  readonly bootstrapKubeadm?: boolean;
  /** Whether the mock infrastructure provider runs. Its machines boot in real time unless the clock is moved. Default: false. */
  readonly infrastructureMock?: boolean;
  /** `real`: etcd and kube-apiserver from KUBEBUILDER_ASSETS; or one that runs already, and goes on. Default: `embedded`. */
  readonly server?: ServerChoice | RunningServer;
  /** Time of the controllers. Default: a FakeClock that starts at the present and stands still. */
  readonly clock?: C;
  /** As of `ManagerOptions`, for all managers. Default: false, so that every step is seen. */
  readonly holdStatus?: boolean;
  /**
   * Consulted before each write of a controller: an Error is thrown in the write's place, as if the API server had refused it.
   * Default: nothing is refused.
   */
  readonly refuse?: (write: Write) => Error | undefined;
  /** Resolves when nothing moves outside the API server, such as in the test's own cloud. Default: at once. */
  readonly idle?: () => Promise<void>;
  /** Default: nothing is logged. */
  readonly logger?: Logger;
  /**
   * Whether disposing the environment fails if what is in a Secret was found in a log line, of whatever level, an Event, or the
   * status or metadata of an object that a controller wrote. Default: true.
   */
  readonly secretGuard?: boolean;
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
  /**
   * Knows the Secrets, and what the controllers log and write. Register with it secrets that are in no Secret, and strings that are
   * not secret.
   */
  readonly secrets: SecretGuard;
  readonly #guards: boolean;
  readonly #setting: ManagerSetting;
  readonly #managers: Map<string, RunningManager>;
  readonly #writes: readonly Write[];
  readonly #requests: readonly ControllerRequest[];
  readonly #server: RunningServer;
  readonly #idle: () => Promise<void>;
  readonly #closing: AsyncDisposableStack;
  #cluster: Promise<ClusterHandle> | undefined;
  #machineCount = 0;
  #poolCount = 0;

  private constructor(parts: Parts<C>) {
    this.client = parts.client;
    this.kubeconfig = parts.server.kubeconfig;
    this.#server = parts.server;
    this.clock = parts.clock;
    this.hasCore = parts.hasCore;
    this.secrets = parts.setting.secrets;
    this.#guards = parts.guards;
    this.#setting = parts.setting;
    this.#managers = parts.managers;
    this.#writes = parts.writes;
    this.#requests = parts.requests;
    this.#idle = parts.idle;
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
   * something is written.
   *
   * @param options - `patienceMs`: how long a reconcile is waited for, in milliseconds of the machine's time. Default 30,000.
   * @throws TimedOutError a reconcile runs for longer; names its object.
   */
  async settled(options: { readonly patienceMs?: number } = {}): Promise<void> {
    const lastChange = this.#server.lastChange?.bind(this.#server);
    const given = lastChange === undefined ? options : { ...options, lastChange };
    let before: number;
    // A write of one manager is work for another, whose caches may have settled just before.
    do {
      before = this.#writes.length;
      for (const { manager } of this.#managers.values()) await manager.settled(given);
      await this.#idle();
      for (const { manager } of this.#managers.values()) await manager.settled(given);
    } while (this.#writes.length > before);
  }

  /**
   * Moves the clock, timer by timer, until a fact holds; comes to rest after each.
   *
   * @param what - for the error, such as "m1 provisioned".
   * @throws TimedOutError the fact does not hold within `options.within`, by default 10 minutes of the clock.
   */
  async until(what: string, fact: () => boolean | Promise<boolean>, options: UntilOptions = {}): Promise<void> {
    await until({ clock: this.clock, settled: () => this.settled() }, what, fact, options);
  }

  /** Applies the YAML documents of a manifest as `kubectl apply --server-side` does; without a namespace in "default". */
  apply(yaml: string): Promise<KubernetesObject[]> {
    return applyYAML(this.client, yaml);
  }

  /**
   * Lets the provider under test crash, and starts it again without its memory: what it had under way writes nothing any more.
   * Resolves when the new one runs.
   *
   * @param reconcilers - new ones, since reconcilers may remember.
   */
  async restart(reconcilers: readonly ProviderController[]): Promise<void> {
    await this.#managers.get(providerName)?.crash();
    const restarted = createManager(providerName, reconcilers, this.#setting);
    this.#managers.set(providerName, restarted);
    await restarted.manager.start();
  }

  /** The same for the core controllers. */
  async restartCore(): Promise<void> {
    await this.#managers.get(coreName)?.crash();
    const restarted = createManager(coreName, [], this.#setting);
    this.#managers.set(coreName, restarted);
    await restarted.manager.start();
  }

  /** Stops a manager as its process does when it is asked to end; by default that of the provider under test. */
  async stop(name = providerName): Promise<void> {
    await this.#managers.get(name)?.stop();
    this.#managers.delete(name);
  }

  /**
   * A manager that runs, for its metrics and addresses; by default that of the provider under test.
   *
   * @throws ArgumentError it does not run.
   */
  manager(name = providerName): Manager {
    const running = this.#managers.get(name);
    if (running === undefined) throw new ArgumentError(`${name} does not run in this test environment`);
    return running.manager;
  }

  /**
   * What goes wrong with the API server, on demand. The product of a manager's requests is `capstan-test-provider`, that of the core's
   * `capstan-test-core`; those of {@link client} have `capstan-test`.
   *
   * @throws ArgumentError it is a real one.
   */
  get faults(): Faults {
    const { faults } = this.#server;
    if (faults === undefined)
      throw new ArgumentError('Only the embedded API server has faults; start with server: "embedded"');
    return faults;
  }

  /** The controllers' requests that were answered, oldest first; reads and refused ones too. */
  requests(filter: { readonly by?: string } = {}): readonly ControllerRequest[] {
    return this.#requests.filter(({ by }) => (filter.by ?? by) === by);
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

  /**
   * Creates a MachinePool with its InfraMachinePool and bootstrap data; in a Cluster of its own making by default. No controller of the
   * core runs for it: the builder sets the owner reference, and nothing is copied to the MachinePool.
   */
  async createMachinePool<I extends ProviderDefinition<"InfraMachinePool">>(
    options: MachinePoolOptions<I>,
  ): Promise<MachinePoolHandle<I>> {
    const cluster = options.cluster ?? (await (this.#cluster ??= this.createCluster()));
    this.#poolCount += 1;
    return createMachinePool(this, cluster, { name: `p${this.#poolCount}`, ...options });
  }

  /**
   * Starts a workload cluster on which the Machines of a Cluster become Nodes once they have a providerID, so that they can be Running.
   * Core talks to it over real sockets: wait for what follows with {@link until}. It ends with the environment.
   *
   * @param cluster - one for which nothing else makes a kubeconfig Secret, as a control plane provider would.
   */
  async startWorkloadCluster(cluster: ClusterHandle): Promise<WorkloadCluster> {
    const workload = this.#closing.use(await WorkloadCluster.start(this.client, cluster));
    const name = `kubelets-${cluster.name}`;
    const running = createManager(name, [workload.kubelets], this.#setting);
    this.#managers.set(name, running);
    await running.manager.start();
    return workload;
  }

  /**
   * @throws SecretLeakError a controller has revealed a secret, unless `secretGuard` is false.
   * @throws MissingRightsError the provider was refused what its generated role does not give it.
   */
  async [Symbol.asyncDispose](): Promise<void> {
    try {
      if (this.#guards) await noteSecrets(this.client, this.secrets);
    } finally {
      await this.#closing.disposeAsync();
    }
    if (this.#setting.provider.generatedRole === true) checkRights(this.requests({ by: providerName }));
    if (this.#guards) this.secrets.check();
  }
}

interface Parts<C extends Clock> {
  readonly client: Client;
  readonly server: RunningServer;
  readonly clock: C;
  readonly hasCore: boolean;
  readonly guards: boolean;
  readonly setting: ManagerSetting;
  readonly managers: Map<string, RunningManager>;
  readonly writes: readonly Write[];
  readonly requests: readonly ControllerRequest[];
  readonly idle: () => Promise<void>;
  readonly closing: AsyncDisposableStack;
}

async function startParts(
  options: TestEnvironmentOptions<Clock>,
  clock: Clock,
  closing: AsyncDisposableStack,
): Promise<Parts<Clock>> {
  const { core = true, crds = [], reconcilers, logger, refuse = () => undefined } = options;
  const { server: choice = "embedded", idle = () => Promise.resolve() } = options;
  const generatedRole = options.manager?.generatedRole === true;
  const secrets = new SecretGuard();
  const groups = new Map<string, readonly ProviderController[]>([
    ...(core !== false ? ([[coreName, []]] as const) : []),
    ...(reconcilers === undefined ? [] : ([[providerName, reconcilers]] as const)),
    ...(await ownProviders(options, clock, guardedLogger(secrets, logger), closing)),
  ]);
  const definitions = [...groups.values()].flat().map(({ definition }) => definition);
  const coreKinds = options.coreCRDs ?? coreCRDsFor(definitions);
  const given = { rbac: generatedRole, crds: coreKinds };
  const server = typeof choice === "string" ? closing.use(await startTestServer(choice, clock, given)) : choice;
  const { kubeconfig } = server;
  const client = guardedClient(createClient({ kubeconfig, userAgent: "capstan-test/1", maxRequestsInFlight }), secrets);
  closing.defer(() => client.close());
  const others = choice === "embedded" ? crds : [...coreKinds, ...crds];
  await installDefinitions(client, definitions, others, closing);

  const kubeconfigOfProvider = generatedRole
    ? {
        kubeconfig: await providerAccount(
          client,
          server,
          (reconcilers ?? []).map(({ definition }) => definition),
          {
            leases: options.manager.leaderElection?.namespace,
          },
        ),
      }
    : {};
  const writes: Write[] = [];
  const requests: ControllerRequest[] = [];
  const setting: ManagerSetting = {
    kubeconfig,
    clock,
    holdStatus: options.holdStatus ?? false,
    logger,
    secrets,
    refuse,
    accepted: (write) => void writes.push(write),
    answered: (request) => void requests.push(request),
    core: typeof core === "boolean" ? {} : core,
    provider: { ...options.manager, ...kubeconfigOfProvider },
  };
  const managers = new Map([...groups].map(([name, group]) => [name, createManager(name, group, setting)] as const));
  closing.defer(async () => {
    await Promise.all([...managers.values()].map((running) => running.stop()));
  });
  await Promise.all([...managers.values()].map(({ manager }) => manager.start()));
  const guards = options.secretGuard ?? true;
  const hasCore = core !== false;
  return { client, server, clock, hasCore, guards, setting, managers, writes, requests, idle, closing };
}

/** The core's kinds; MachinePools among them if a provider serves them. */
function coreCRDsFor(definitions: readonly ProviderDefinition[]): readonly CustomResourceDefinition[] {
  const crds = installedCoreCRDs();
  const isThere = crds.some(({ metadata }) => metadata.name === machinePoolCRD.metadata.name);
  const isServed = definitions.some(({ owners }) => owners.includes("MachinePool"));
  return isThere || !isServed ? crds : [...crds, machinePoolCRD];
}

/** What others than this environment's clients have put into Secrets. */
async function noteSecrets(client: Client, secrets: SecretGuard): Promise<void> {
  for (const secret of (await client.list(Secret)).items) {
    secrets.addSecret(objectKeyText(secret.metadata), secret);
  }
}
