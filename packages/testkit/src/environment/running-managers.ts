import { ArgumentError } from "@capstan/kube";
import type { ProviderController } from "@capstan/provider";
import {
  type Controller,
  type Manager,
  type SettledOptions,
  type SteppedReconcile,
  systemClock,
} from "@capstan/runtime";
import type { Write } from "../client/recording-client.ts";
import { Patience } from "./patience.ts";
import { createManager, type ManagerSetting, type RunningManager } from "./provider-managers.ts";

/** A reconcile that `TestEnvironment.step` has run. */
export interface Step extends SteppedReconcile {
  /** The writes of the reconcile, oldest first: `patch Machine/m1 status`. */
  readonly writes: readonly string[];
}

interface SettleOptions extends SettledOptions {
  /** Resolves when nothing is in progress outside the API server. */
  readonly idle: () => Promise<void>;
  /** The writes of all managers; the list grows. */
  readonly writes: readonly Write[];
}

type Setup = Pick<ProviderController, "setup">;

/** The managers of a test environment, by name: each behaves like a separate process, which can crash and restart. */
export class RunningManagers {
  readonly #setting: ManagerSetting;
  readonly #running = new Map<string, RunningManager>();
  #starting: Promise<unknown> = Promise.resolve();

  constructor(setting: ManagerSetting) {
    this.#setting = setting;
  }

  /** Starts managers together; resolves when all run. */
  async start(groups: Iterable<readonly [string, readonly Setup[]]>): Promise<void> {
    const made = [...groups].map(([name, group]) => [name, createManager(name, group, this.#setting)] as const);
    for (const [name, running] of made) this.#running.set(name, running);
    await Promise.all(made.map(([, { manager }]) => manager.start()));
  }

  /** Crashes the manager with this name, if any, and starts another in its place. */
  replace(name: string, reconcilers: readonly Setup[]): Promise<void> {
    this.#running.get(name)?.crash();
    const restarted = createManager(name, reconcilers, this.#setting);
    this.#running.set(name, restarted);
    const started = Promise.race([restarted.manager.start(), restarted.life.over]);
    // A wait for settling includes this start; its error goes to this method's caller.
    this.#starting = Promise.allSettled([this.#starting, started]);
    return started;
  }

  async stop(name: string): Promise<void> {
    await this.#running.get(name)?.stop();
    this.#running.delete(name);
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.#running.values()].map((running) => running.stop()));
  }

  /** @throws ArgumentError it does not run. */
  manager(name: string): Manager {
    const running = this.#running.get(name);
    if (running === undefined) throw new ArgumentError(`${name} does not run in this test environment`);
    return running.manager;
  }

  /** @throws ArgumentError it is not in step mode, or does not run. */
  step(name: string): Promise<SteppedReconcile | undefined> {
    if (!this.#setting.byStep.has(name)) {
      throw new ArgumentError(`${name} reconciles automatically; start the environment with byStep: ["${name}"]`);
    }
    return this.manager(name).step();
  }

  /** Resolves once all managers have seen everything and have no work; managers in step mode do not begin waiting work. */
  async settled({ idle, writes, ...given }: SettleOptions): Promise<void> {
    const patience = new Patience(given.patienceMs ?? 30_000);
    const began = writes.length;
    let before: number;
    let running: readonly RunningManager[];
    // A write of one manager is work for another, whose caches may have settled just before.
    do {
      before = writes.length;
      running = [...this.#running.values()];
      await this.#eachSettled(given);
      await patience.for("the option `idle` of this environment resolves", idle());
      await this.#eachSettled(given);
      patience.endWrites(writes.slice(began));
    } while (writes.length > before || running.some(({ life }) => life.isOver));
  }

  /** Resolves when no reconcile of these managers is running. */
  async reconcilesEnded(): Promise<void> {
    await reconcilesEnded([...this.#running.values()].flatMap(({ manager }) => manager.controllers));
  }

  /** If a manager crashes meanwhile, waits for its successor instead. */
  async #eachSettled(given: SettledOptions): Promise<void> {
    await this.#starting;
    for (const { manager, life } of this.#running.values()) {
      await Promise.race([manager.settled(given), life.over]);
      await this.#starting;
    }
  }
}

const limitMs = 1_000;

/** Resolves when all reconciles have returned, or after a second of the system clock, because a test may leave one hanging. */
async function reconcilesEnded(controllers: readonly Pick<Controller, "idle">[]): Promise<void> {
  const late = new AbortController();
  const limit = systemClock.sleep(limitMs, late.signal).catch(() => undefined);
  await Promise.race([Promise.all(controllers.map((controller) => controller.idle())), limit]);
  late.abort();
}
