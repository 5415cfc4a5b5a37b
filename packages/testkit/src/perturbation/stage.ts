import type { PlannedRequest } from "@capstan/apiserver";
import { Cluster, Machine, MachineDeployment, MachineSet } from "@capstan/contract";
import { ArgumentError } from "@capstan/kube";
import type { ProviderController } from "@capstan/provider";
import type { FakeClock } from "@capstan/runtime/testing";
import type { Write } from "../client/recording-client.ts";
import { coreCRDsFor } from "../environment/core-crds.ts";
import { preparedServer } from "../environment/prepared-server.ts";
import { wiredCRDs } from "../environment/wired-crds.ts";
import { TestEnvironment } from "../environment/test-environment.ts";
import { ProcessLife } from "../process/process-life.ts";
import { BusyServer } from "./busy-server.ts";
import { CloudCalls } from "./cloud-calls.ts";
import { Director, type Hands } from "./director.ts";
import type { Schedule } from "./disturbance.ts";
import { HeldEvents } from "./held-events.ts";
import { InstalledKinds } from "./installed-kinds.ts";
import { ObservedWorld } from "./observed-world.ts";
import { OtherHands } from "./other-hands.ts";
import type { PlayedWorld } from "./play-scenario.ts";
import type { Scenario, World, WorldState } from "./scenario.ts";
import { WorkloadServers } from "./workload-servers.ts";
import { WriteNames } from "./write-names.ts";

/** Options of a {@link Stage}. */
export interface StageOptions {
  readonly scenario: Scenario;
  readonly world: World;
  readonly clock: FakeClock;
  readonly schedule: Schedule;
}

/** The time limit for reaching the undisturbed state, in milliseconds of the world's clock. */
const patienceMs = 900_000;
/** The quiet time of an undisturbed world before it is compared. */
const restMs = 30_000;
/** The error of the clock, in milliseconds. */
const clockStepMs = 3_600_000;

/** A world in which a scenario runs once, disturbed by a schedule. */
export class Stage implements PlayedWorld<TestEnvironment>, AsyncDisposable {
  readonly director: Director;
  readonly #options: StageOptions;
  readonly #closing: AsyncDisposableStack;
  readonly #failures: string[] = [];
  #life = new ProcessLife();
  #restarted: Promise<void> = Promise.resolve();
  #parts: StageParts | undefined;

  private constructor(options: StageOptions, closing: AsyncDisposableStack) {
    this.#options = options;
    this.#closing = closing;
    const hands: Hands = {
      look: () => {
        this.#running.observed.look();
      },
      crash: () => {
        this.#crash();
      },
      changeLeader: () => this.#changeLeader(),
      holdBack: (kind, how) => {
        this.#running.held.hold(kind, how);
      },
      touchAll: () => this.#running.others.touchAll(this.#ownKinds),
      replace: (object) => this.#running.others.replace(object),
      stepClock: (direction) => {
        options.clock.stepWall(direction * clockStepMs);
      },
    };
    this.director = new Director(options.schedule, hands, new BusyServer(options.clock));
  }

  /** Starts everything, and the schedule. */
  static async open(options: StageOptions): Promise<Stage> {
    const closing = new AsyncDisposableStack();
    const stage = new Stage(options, closing);
    try {
      await stage.#start();
      return stage;
    } catch (error) {
      await closing.disposeAsync();
      throw error;
    }
  }

  get env(): TestEnvironment {
    return this.#running.env;
  }

  /** The current state. */
  get state(): WorldState {
    return this.#running.observed.state;
  }

  /** Kinds that the disturbed manager watches. */
  get watched(): readonly string[] {
    const { env, kinds } = this.#running;
    const watches = env.requests({ by: this.#name }).filter(({ verb }) => verb === "watch");
    const names = watches.map(({ group, resource }) => kinds.ofResource(group, resource)?.kind);
    return [...new Set(names)].filter((kind) => kind !== undefined);
  }

  async leaveAlone(): Promise<string[]> {
    const { clock } = this.env;
    await clock.advance(restMs);
    await this.env.settled();
    return [];
  }

  /** Advances the clock until the world equals the undisturbed one. */
  async converge(differences: () => string[]): Promise<string[]> {
    const { clock } = this.env;
    const untilMs = clock.monotonic() + patienceMs;
    for (;;) {
      await this.env.settled();
      const found = this.#running.held.areAny ? ["events are held back"] : differences();
      if (found.length === 0) return [];
      const leftMs = untilMs - clock.monotonic();
      if (leftMs <= 0) return found;
      await clock.advance(Math.min(leftMs, clock.nextTimerInMs ?? leftMs));
    }
  }

  /** Ends everything in order. @returns problems that no step has noticed. */
  async end(): Promise<string[]> {
    const { observed } = this.#running;
    await this.#closing.disposeAsync().catch((error: unknown) => {
      this.#failures.push(error instanceof Error ? error.message : String(error));
    });
    return [...observed.broken, ...this.director.problems, ...this.#failures];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#closing.disposeAsync();
  }

  get #running(): StageParts {
    if (this.#parts === undefined) throw new ArgumentError("The stage has not been opened");
    return this.#parts;
  }

  get #name(): "provider" | "core" {
    const { scenario, world } = this.#options;
    return scenario.disturbs ?? (world.reconcilers === undefined ? "core" : "provider");
  }

  /** The kinds that the disturbed manager reconciles. */
  get #ownKinds(): readonly string[] {
    const core = [Cluster, Machine, MachineSet, MachineDeployment].map(({ kind }) => kind);
    return this.#name === "core" ? core : this.#reconcilers().map(({ definition }) => definition.kind.kind);
  }

  async #start(): Promise<void> {
    const { world, clock, schedule, scenario } = this.#options;
    const { coreCRDs, crds = [], ...options } = world.environment ?? {};
    const reconcilers = this.#reconcilers();
    const definitions = reconcilers.map(({ definition }) => definition);
    const core = coreCRDs ?? coreCRDsFor(definitions);
    const layers = [core, [...crds, ...(await wiredCRDs(definitions))]];
    const server = this.#closing.use(await (await preparedServer(layers)).fork({ clock }));
    const product = `capstan-test-${this.#name}`;
    const kinds = new InstalledKinds(server);
    const held = new HeldEvents({ server, whose: () => ({ product }), kinds, clock });
    const names = new WriteNames(kinds, this.#name);
    const disturbed = {
      isTheirs: ({ userAgent }: PlannedRequest) => userAgent.startsWith(`${product}/`),
      isAlive: ({ userAgent }: PlannedRequest) => userAgent === this.env.manager(this.#name).client.userAgent,
    };
    const workloads = this.#closing.use(
      new WorkloadServers({
        director: this.director,
        disturbed,
        onChange: () => {
          this.#running.observed.look();
        },
      }),
    );
    const env = this.#closing.use(
      await TestEnvironment.start({
        ...options,
        ...(world.reconcilers === undefined ? {} : { reconcilers }),
        server: { kubeconfig: server.kubeconfig, faults: server.faults, lastChange: (kind) => held.lastChange(kind) },
        coreCRDs: [],
        clock,
        secretGuard: false,
        workloadServer: (cluster) => workloads.start(cluster),
        refuse: (write: Write) => {
          names.note(write);
          return undefined;
        },
      }),
    );
    if (schedule.some(({ name }) => name.startsWith("cloud-"))) env.expectError(Error, { optional: true });
    const { invariants } = scenario;
    const outside = (): ReturnType<NonNullable<World["outside"]>> => world.outside?.() ?? [];
    const observed = new ObservedWorld(server, kinds.followed, {
      ...(invariants === undefined ? {} : { invariants }),
      outside,
      workloads: () => workloads.objects,
    });
    this.#closing.use(observed);
    this.#parts = { env, kinds, held, observed, others: new OtherHands({ client: env.client, kinds, observed }) };
    const { faults } = server;
    this.director.direct(faults, {
      ...disturbed,
      describe: (request) => names.describe(request),
    });
  }

  #reconcilers(): readonly ProviderController[] {
    const life = this.#life;
    return this.#options.world.reconcilers?.(new CloudCalls(this.director, () => life)) ?? [];
  }

  #crash(): void {
    const { env, held } = this.#running;
    this.#life.end();
    this.#life = new ProcessLife();
    // A new process reads everything again.
    held.release();
    this.#restarted = this.#name === "core" ? env.restartCore() : env.restart(this.#reconcilers());
    this.#restarted.catch((error: unknown) => {
      this.#failures.push(`the disturbed manager does not start again: ${String(error)}`);
    });
  }

  async #changeLeader(): Promise<void> {
    this.#crash();
    await this.#restarted;
    const { env, held } = this.#running;
    await env.manager(this.#name).settled({ lastChange: (kind) => held.lastChange(kind) });
  }
}

interface StageParts {
  readonly env: TestEnvironment;
  readonly kinds: InstalledKinds;
  readonly held: HeldEvents;
  readonly observed: ObservedWorld;
  readonly others: OtherHands;
}
