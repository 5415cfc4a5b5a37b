import type { KubernetesObject } from "@capstan/contract";
import type { Faults } from "@capstan/apiserver";
import { ArgumentError } from "@capstan/kube";
import type { ProviderController, ProviderDefinition } from "@capstan/provider";
import { type Client, type Clock, type Manager, systemClock } from "@capstan/runtime";
import { FakeClock } from "@capstan/runtime/testing";
import { type ClusterHandle, type ClusterOptions, createCluster } from "../builders/cluster-handle.ts";
import type { MachinePoolHandle, MachinePoolOptions } from "../builders/machine-pool-handle.ts";
import type { MachineHandle, MachineOptions } from "../builders/machine-handle.ts";
import { createPoolMachines } from "../builders/pool-machines.ts";
import { namespace } from "../builders/test-objects.ts";
import { type SecretGuard, noteSecrets } from "../secret-guard/secret-guard.ts";
import { applyYAML } from "./apply-yaml.ts";
import { BuiltObjects } from "./built-objects.ts";
import { checkRights } from "./missing-rights-error.ts";
import { type ControllerRequest, coreName, providerName } from "./provider-managers.ts";
import { describeWrite } from "../client/recording-client.ts";
import type { ExpectErrorOptions, ExpectedError } from "../thrown/expected-error.ts";
import type { TestEnvironmentOptions } from "./test-environment-options.ts";
import { type Parts, startParts } from "./start-parts.ts";
import type { LifeEvent } from "../life/life-event.ts";
import { lifeOnServer } from "../life/life-of.ts";
import type { LivingObject } from "../life/living-object.ts";
import { type Step } from "./running-managers.ts";
import { until, type UntilOptions } from "./until.ts";
import { WorkloadCluster } from "../workload/workload-cluster.ts";

/**
 * A management cluster for one test: a server, the core controllers and the reconcilers under test.
 *
 * Dispose it: `await using env = await TestEnvironment.start({ reconcilers: [...] })`.
 *
 * @example
 * ```ts
 * import { TestEnvironment } from "@capstan/testkit";
 * import { expect, test } from "vitest";
 *
 * test("a Cluster at rest costs no writes", async () => {
 *   await using env = await TestEnvironment.start();
 *   await env.createCluster();
 *   await env.settled();
 *   const before = env.writes();
 *   await env.clock.advance({ minutes: 10 });
 *   expect(env.writes()).toEqual(before);
 * });
 * ```
 */
export class TestEnvironment<C extends Clock = FakeClock> implements AsyncDisposable {
  /** An administrator's client; {@link writes} omits its writes. */
  readonly client: Client;
  /** An administrator's kubeconfig (YAML), for kubectl and other programs. */
  readonly kubeconfig: string;
  /** The clock of all managers. */
  readonly clock: C;
  /** Whether the core controllers run; if not, builders set the owner references that the core would set. */
  readonly hasCore: boolean;
  /**
   * Tracks the Secrets, and the logs and writes of controllers. Register confidential strings that are in no Secret, and strings of Secrets
   * that are not confidential.
   */
  readonly secrets: SecretGuard;
  readonly #parts: Parts<C>;
  readonly #built = new BuiltObjects(this);

  private constructor(parts: Parts<C>) {
    this.#parts = parts;
    this.client = parts.client;
    this.kubeconfig = parts.server.kubeconfig;
    this.clock = parts.clock;
    this.hasCore = parts.hasCore;
    this.secrets = parts.setting.secrets;
  }

  /**
   * Starts everything and resolves when the controllers run; under a second on the embedded server.
   *
   * @throws Error the server or a controller does not start; everything else is stopped.
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
   * Declares that a reconciler throws on purpose, from now on. Any other error fails the test, at the next wait of this environment or when
   * it is disposed, if it is untyped, such as a TypeError; or if it is a typed error for a broken contract, an invalid argument or
   * definition, or a write that the API server finds invalid. A reconciler may throw all other typed errors.
   *
   * @param expected - a part of the message, a regular expression for it, or the class. Disposing the environment fails if no such error
   *   was thrown, unless it is optional.
   */
  expectError(expected: ExpectedError, options?: ExpectErrorOptions): void {
    this.#parts.setting.thrown.expect(expected, options);
  }

  /**
   * Resolves once all controllers have seen all writes, and have no work until the clock advances or something is written.
   *
   * @param options - `patienceMs`: how long to wait for each cause that keeps them from settling, in milliseconds of the system clock.
   *   Default 30,000.
   * @throws TimedOutError something keeps them from settling for longer; the message names object, controller, the wait and its duration.
   * @throws ReconcilerThrewError a reconciler has thrown an unexpected error; thrown immediately, and by every later wait.
   */
  async settled(options: { readonly patienceMs?: number } = {}): Promise<void> {
    const lastChange = this.#parts.server.lastChange?.bind(this.#parts.server);
    const given = lastChange === undefined ? {} : { lastChange };
    await this.#parts.setting.thrown.unlessThrown(() =>
      this.#parts.managers.settled({ ...given, ...options, idle: this.#parts.idle, writes: this.#parts.writes }),
    );
  }

  /**
   * Advances the clock, timer by timer, until a condition holds; waits for everything to settle after each.
   *
   * @param what - for the error, such as "m1 provisioned".
   * @throws TimedOutError the condition does not hold within `options.within`, by default 10 minutes of the clock.
   * @throws ReconcilerThrewError as {@link settled}.
   */
  async until(what: string, fact: () => boolean | Promise<boolean>, options: UntilOptions = {}): Promise<void> {
    await until({ clock: this.clock, settled: () => this.settled() }, what, fact, options);
  }

  /** Applies the YAML documents of a manifest as `kubectl apply --server-side` does; the default namespace is "default". */
  apply(yaml: string): Promise<KubernetesObject[]> {
    return applyYAML(this.client, yaml);
  }

  /**
   * Crashes the provider under test and restarts it without its memory; its requests in flight write nothing any more. Resolves when the
   * new one runs.
   *
   * @param reconcilers - new instances, because reconcilers may have state.
   */
  restart(reconcilers: readonly ProviderController[]): Promise<void> {
    return this.#parts.managers.replace(providerName, reconcilers);
  }

  /** Crashes and restarts the core controllers. */
  restartCore(): Promise<void> {
    return this.#parts.managers.replace(coreName, []);
  }

  /** Stops a manager cleanly, as SIGTERM does; by default that of the provider under test. */
  async stop(name = providerName): Promise<void> {
    await this.#parts.managers.stop(name);
  }

  /**
   * Reconciles the next waiting object in a manager of the option `byStep` (the core or the provider under test), and resolves when the
   * reconcile has ended.
   *
   * @example
   * ```ts
   * import { TestEnvironment } from "@capstan/testkit";
   * import { expect, test } from "vitest";
   *
   * test("what the core does first with a Cluster is to give it its finalizer", async () => {
   *   await using env = await TestEnvironment.start({ byStep: ["core"] });
   *   await env.apply(`
   *     apiVersion: cluster.x-k8s.io/v1beta2
   *     kind: Cluster
   *     metadata: { name: c1 }
   *     spec: { controlPlaneEndpoint: { host: c1.example.com, port: 6443 } }`);
   *   await env.settled();
   *   expect((await env.step())?.writes).toContain("patch Cluster/c1");
   * });
   * ```
   *
   * @param by - the manager. Default: "core".
   * @returns the reconciled object, and the reconcile's writes as in {@link writes}; undefined if nothing waits. Call `settled` first, so
   *   that the manager sees all earlier writes.
   * @throws ArgumentError the manager is not one of the option `byStep`.
   */
  async step(by = coreName): Promise<Step | undefined> {
    const began = this.#parts.writes.length;
    const reconciled = await this.#parts.managers.step(by);
    if (reconciled === undefined) return undefined;
    const writes = this.#parts.writes.slice(began).filter((write) => write.by === by);
    return { ...reconciled, writes: writes.map(describeWrite) };
  }

  /**
   * A running manager, for its metrics and addresses; by default that of the provider under test.
   *
   * @throws ArgumentError it does not run.
   */
  manager(name = providerName): Manager {
    return this.#parts.managers.manager(name);
  }

  /**
   * Faults of the API server, to inject on demand. The User-Agent product of the provider under test is `capstan-test-provider`, that of
   * the core `capstan-test-core`, and that of {@link client} `capstan-test`.
   *
   * @throws ArgumentError the server is a real one.
   */
  get faults(): Faults {
    const { faults } = this.#parts.server;
    if (faults === undefined)
      throw new ArgumentError('Only the embedded API server has faults; start with server: "embedded"');
    return faults;
  }

  /** The answered requests of the controllers, oldest first, including reads and refused requests. */
  requests(filter: { readonly by?: string } = {}): readonly ControllerRequest[] {
    return this.#parts.requests.filter(({ by }) => (filter.by ?? by) === by);
  }

  /** The accepted writes of the controllers, oldest first: `create Secret/m1`, `patch HelloMachine/m1 status`. */
  writes(filter: { readonly kind?: string; readonly by?: string } = {}): string[] {
    return this.#parts.writes
      .filter(({ kind, by }) => (filter.kind ?? kind) === kind && (filter.by ?? by) === by)
      .map(describeWrite);
  }

  /**
   * The life of an object, oldest first: every write to it, with writer, reconcile and changed fields; also for a deleted object.
   * `renderLife` formats it as a string.
   *
   * @param of - its kind, such as `Machine`, or the `kind` of a definition, and its name; a handle, such as from `createMachine`, stands
   *   for its Machine.
   * @throws ArgumentError the server is a real one, which keeps no history.
   */
  lifeOf(of: LivingObject): readonly LifeEvent[] {
    return lifeOnServer(of, this.#parts.server, this.#parts.writes);
  }

  /** Creates a Cluster, by default with its infrastructure provisioned. */
  createCluster<I extends ProviderDefinition<"InfraCluster">>(options: ClusterOptions<I> = {}): Promise<ClusterHandle> {
    return createCluster(this, options);
  }

  /** Creates a Machine with its infra machine and its bootstrap data or config; by default in a Cluster that the environment creates. */
  createMachine<I extends ProviderDefinition<"InfraMachine">, B extends ProviderDefinition<"BootstrapConfig">>(
    options: MachineOptions<I, B>,
  ): Promise<MachineHandle<I, B>> {
    return this.#built.machine(options);
  }

  /**
   * Creates a MachinePool with its InfraMachinePool and bootstrap data; by default in a Cluster that the environment creates. No core
   * controller reconciles it: the builder sets the owner reference, and nothing is copied to the MachinePool.
   */
  createMachinePool<I extends ProviderDefinition<"InfraMachinePool">>(
    options: MachinePoolOptions<I>,
  ): Promise<MachinePoolHandle<I>> {
    return this.#built.machinePool(options);
  }

  /**
   * Creates the Machines of the machines of MachinePools, as core's MachinePool controller does; those that exist stay. The core
   * controllers then reconcile them.
   *
   * @param infrastructure - the kind that InfraMachinePools report as `infrastructureMachineKind`.
   */
  async createPoolMachines(infrastructure: Pick<ProviderDefinition<"InfraMachine">, "kind">): Promise<void> {
    await createPoolMachines(this.client, infrastructure.kind, { namespace });
  }

  /**
   * Starts a workload cluster in which the Machines of a Cluster become Nodes once they have a providerID, so that they can be Running. The
   * core connects to it over real sockets: use `until` to wait for effects. The cluster stops with the environment.
   *
   * @param cluster - a Cluster without another creator of its kubeconfig Secret, such as a control plane provider.
   */
  async startWorkloadCluster(cluster: ClusterHandle): Promise<WorkloadCluster> {
    const workload = this.#parts.closing.use(
      await WorkloadCluster.start(this.client, cluster, this.#parts.workloadServer),
    );
    const name = `kubelets-${cluster.name}`;
    await this.#parts.managers.replace(name, [workload.kubelets]);
    return workload;
  }

  /**
   * @throws ReconcilerThrewError a reconciler has thrown an unexpected error that no wait has reported.
   * @throws ExpectedErrorMissing no reconciler has thrown an expected error.
   * @throws SecretLeakError a controller has leaked a Secret, unless `secretGuard` is false.
   * @throws MissingRightsError the provider sent a request that its generated role does not allow.
   */
  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.#parts.managers.reconcilesEnded();
      if (this.#parts.guards) await noteSecrets(this.client, this.secrets);
    } finally {
      await this.#parts.closing.disposeAsync();
    }
    this.#parts.setting.thrown.check();
    if (this.#parts.setting.provider.generatedRole === true) checkRights(this.requests({ by: providerName }));
    if (this.#parts.guards) this.secrets.check();
  }
}
