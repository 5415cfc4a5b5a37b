import { after } from "../clock/clock.ts";
import { type Change } from "../store/change.ts";
import { type Store } from "../store/store.ts";
import { type BackgroundController, type Next } from "./background-controller.ts";

const retryMs = 1_000;

interface Task {
  readonly controller: BackgroundController;
  readonly key: string;
}

/** The server's own work after a write: soon, but never within the request that wrote. */
export class Background {
  readonly #controllers: ReadonlyMap<BackgroundController, string>;
  readonly #tasks = new Map<string, Task>();
  readonly #unsubscribe: () => void;
  readonly #retries = new Map<string, () => void>();
  #scheduled: NodeJS.Immediate | undefined;
  #isStopped = false;

  /** @param controllers - by name, in the order in which they observe changes. */
  constructor(store: Store, controllers: Readonly<Record<string, BackgroundController>>) {
    this.#controllers = new Map(Object.entries(controllers).map(([name, controller]) => [controller, name]));
    this.#unsubscribe = store.subscribe((change) => {
      this.#onChange(change);
    });
  }

  /** Restores the controllers from the stored state, and schedules their work. */
  restore(): void {
    for (const controller of this.#controllers.keys()) this.#add(controller, controller.restore());
  }

  stop(): void {
    this.#isStopped = true;
    this.#unsubscribe();
    this.#tasks.clear();
    clearImmediate(this.#scheduled);
    for (const cancel of this.#retries.values()) cancel();
  }

  #onChange(change: Change): void {
    for (const controller of this.#controllers.keys()) this.#add(controller, controller.onChange(change));
  }

  #add(controller: BackgroundController, keys: readonly string[]): void {
    for (const key of keys) {
      this.#tasks.set(this.#nameOf(controller, key), { controller, key });
      this.#scheduled ??= setImmediate(() => {
        this.#run();
      });
    }
  }

  #run(): void {
    this.#scheduled = undefined;
    const tasks = [...this.#tasks.values()];
    this.#tasks.clear();
    for (const task of tasks) this.#process(task);
  }

  #process(task: Task): void {
    // For example, the disk is full: the server's own work waits, while clients get answers.
    const again = (): void => {
      this.#later(task, retryMs);
    };
    const follow = ({ keys = [], afterMs }: Next): void => {
      this.#add(task.controller, keys);
      if (afterMs !== undefined) this.#later(task, afterMs);
    };
    try {
      const next = task.controller.reconcile(task.key);
      if (next instanceof Promise) next.then(follow).catch(again);
      else follow(next);
    } catch {
      again();
    }
  }

  /** Schedules a task once, however often it is requested. */
  #later({ controller, key }: Task, ms: number): void {
    if (this.#isStopped) return;
    const name = this.#nameOf(controller, key);
    this.#retries.get(name)?.();
    const cancel = after(ms, () => {
      this.#retries.delete(name);
      this.#add(controller, [key]);
    });
    this.#retries.set(name, cancel);
  }

  #nameOf(controller: BackgroundController, key: string): string {
    return `${this.#controllers.get(controller) ?? ""} ${key}`;
  }
}
