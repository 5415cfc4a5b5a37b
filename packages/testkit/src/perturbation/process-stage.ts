import type { RequestLogEntry } from "@capstan/apiserver";
import { type CustomResourceDefinition, isCRD } from "@capstan/contract";
import { ArgumentError } from "@capstan/kube";
import { type Clock, systemClock } from "@capstan/runtime";
import { withoutConversion } from "../conformance/external/kinds-in-crds.ts";
import { coreCRDsWithPools } from "../environment/core-crds.ts";
import { preparedServer } from "../environment/prepared-server.ts";
import { TestEnvironment } from "../environment/test-environment.ts";
import { wiredCRDs } from "../environment/wired-crds.ts";
import { BusyServer } from "./busy-server.ts";
import { Director, type Hands } from "./director.ts";
import type { Schedule } from "./disturbance.ts";
import { DisturbedProcess } from "./disturbed-process.ts";
import { HeldEvents } from "./held-events.ts";
import { InstalledKinds } from "./installed-kinds.ts";
import { ObservedWorld } from "./observed-world.ts";
import { OtherHands } from "./other-hands.ts";
import type { PlayedWorld } from "./play-scenario.ts";
import type { ProcessScenario, ProcessSurroundings, RealTime } from "./process-scenario.ts";
import { Quiet } from "./quiet.ts";
import type { WorldState } from "./scenario.ts";
import { WriteNames } from "./write-names.ts";

const pollMs = 100;
/** The duration of lasting disturbances: short because they happen in real time, long enough for a manager to notice. */
const lastsMs = 3_000;
/** How much longer an undisturbed world must be quiet before it becomes the reference: on a busy machine, managers pause. */
const undisturbedQuiet = 4;

/** A manager in a separate process and everything that runs alongside it, in real time, disturbed by a schedule. */
export class ProcessStage implements PlayedWorld<TestEnvironment<Clock>>, AsyncDisposable {
  readonly env: TestEnvironment<Clock>;
  readonly director: Director;
  readonly #parts: Parts;
  readonly #withinMs: number;

  private constructor(parts: Parts, { withinSeconds = 60 }: RealTime) {
    this.env = parts.env;
    this.director = parts.director;
    this.#parts = parts;
    this.#withinMs = withinSeconds * 1_000;
  }

  /** Starts everything, and the schedule. */
  static async open(scenario: ProcessScenario, schedule: Schedule, time: RealTime): Promise<ProcessStage> {
    const closing = new AsyncDisposableStack();
    try {
      return new ProcessStage(await startParts(scenario, { schedule, time, closing }), time);
    } catch (error) {
      await closing.disposeAsync();
      throw error;
    }
  }

  get state(): WorldState {
    return this.#parts.observed.state;
  }

  get watched(): readonly string[] {
    const { server, kinds, manager } = this.#parts;
    const watches = [...server.requests.entries()].filter(({ verb, user }) => verb === "watch" && manager.isUser(user));
    const names = watches.map(({ group, resource }) => kinds.ofResource(group, resource)?.kind);
    return [...new Set(names)].filter((kind) => kind !== undefined);
  }

  /** The manager's requests in a namespace, oldest first. */
  requestsIn(namespace: string): readonly RequestLogEntry[] {
    const { server, manager } = this.#parts;
    return [...server.requests.entries()].filter(
      (entry) => entry.namespace === namespace && manager.isUser(entry.user),
    );
  }

  async leaveAlone(): Promise<string[]> {
    const rests = await this.#until(() => [], undisturbedQuiet);
    return rests ? [] : [`it does not settle within ${this.#withinMs / 1_000} s`];
  }

  async converge(differences: () => string[]): Promise<string[]> {
    await this.#until(differences);
    return differences();
  }

  async end(): Promise<string[]> {
    const { observed, director, closing } = this.#parts;
    await closing.disposeAsync();
    return [...observed.broken, ...director.problems];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#parts.closing.disposeAsync();
  }

  /** Waits until the world has settled without these differences. @returns false if it has not in time. */
  async #until(differences: () => string[], times = 1): Promise<boolean> {
    const { manager, held, quiet } = this.#parts;
    const limitMs = systemClock.monotonic() + this.#withinMs;
    quiet.begin();
    for (;;) {
      manager.mustRun();
      if (quiet.isSo(times) && !held.areAny && differences().length === 0) return true;
      if (systemClock.monotonic() >= limitMs) return false;
      await systemClock.sleep(pollMs);
    }
  }
}

interface Parts {
  readonly env: TestEnvironment<Clock>;
  readonly director: Director;
  readonly server: Awaited<ReturnType<typeof startServer>>;
  readonly kinds: InstalledKinds;
  readonly manager: DisturbedProcess;
  readonly observed: ObservedWorld;
  readonly held: HeldEvents;
  readonly quiet: Quiet;
  readonly closing: AsyncDisposableStack;
}

interface Start {
  readonly schedule: Schedule;
  readonly time: RealTime;
  readonly closing: AsyncDisposableStack;
}

async function startParts(scenario: ProcessScenario, { schedule, time, closing }: Start): Promise<Parts> {
  const surroundings = scenario.surroundings?.(closing) ?? {};
  const server = closing.use(await startServer(scenario, surroundings));
  const kinds = new InstalledKinds(server);
  const { provider: command, watches, invariants } = scenario;
  const manager = closing.use(new DisturbedProcess({ server, command, watches }));
  const held = new HeldEvents({
    server,
    whose: () => ({ user: manager.user }),
    kinds,
    clock: systemClock,
    heldMs: lastsMs,
  });
  const { kubeconfig, faults } = server;
  const env = closing.use(
    await TestEnvironment.start({
      core: false,
      ...surroundings,
      server: { kubeconfig, faults, lastChange: (kind) => server.lastChange(kind) },
      coreCRDs: [],
      clock: systemClock,
      secretGuard: false,
    }),
  );
  const observed = closing.use(
    new ObservedWorld(server, kinds.followed, {
      ...(invariants === undefined ? {} : { invariants }),
      outside: () => [],
    }),
  );
  const others = new OtherHands({ client: env.client, kinds, observed });
  const hands = handsOf({ scenario, manager, observed, held, others });
  const busy = new BusyServer(systemClock, { busyMs: lastsMs, retryAfterSeconds: 1 });
  const director = new Director(schedule, hands, busy);
  await manager.start();
  const names = new WriteNames(kinds, "");
  closing.use(
    director.direct(faults, {
      isTheirs: ({ user }) => manager.isUser(user),
      isAlive: ({ user }) => user === manager.user,
      describe: (request) => names.describe(request),
    }),
  );
  const quiet = new Quiet({
    activity: () => observed.changes + director.writes,
    isAwake: () => manager.isReady,
    quietMs: (time.quietSeconds ?? 2) * 1_000,
  });
  return { env, director, server, kinds, manager, observed, held, quiet, closing };
}

/** Installs every kind once: the scenario's CRD takes precedence over that of the core. */
async function startServer(
  { crds }: Pick<ProcessScenario, "crds">,
  { coreCRDs = coreCRDsWithPools(), reconcilers = [], crds: others = [] }: ProcessSurroundings,
) {
  const own = crds.filter((document): document is CustomResourceDefinition => isCRD(document)).map(withoutConversion);
  const names = new Set(own.map(({ metadata }) => metadata.name));
  const core = coreCRDs.filter(({ metadata }) => !names.has(metadata.name));
  const wired = await wiredCRDs(reconcilers.map(({ definition }) => definition));
  return (await preparedServer([core, [...own, ...others, ...wired]])).fork({ clock: systemClock });
}

interface Handled {
  readonly scenario: ProcessScenario;
  readonly manager: DisturbedProcess;
  readonly observed: ObservedWorld;
  readonly held: HeldEvents;
  readonly others: OtherHands;
}

function handsOf({ scenario, manager, observed, held, others }: Handled): Hands {
  const impossible = (what: string) => () => {
    throw new ArgumentError(`${what} of a separate process cannot be disturbed`);
  };
  return {
    look: () => {
      observed.look();
    },
    crash: () => {
      held.release();
      manager.crash();
    },
    changeLeader: impossible("The leader"),
    holdBack: (kind, how) => {
      held.hold(kind, how);
    },
    touchAll: () => others.touchAll(kindNames(scenario.crds)),
    replace: (object) => others.replace(object),
    stepClock: impossible("The clock"),
  };
}

function kindNames(documents: readonly unknown[]): readonly string[] {
  return documents
    .filter((document): document is CustomResourceDefinition => isCRD(document))
    .map(({ spec }) => spec.names.kind);
}
