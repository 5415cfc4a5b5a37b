import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "../clock/clock.ts";
import type { Logger } from "../logging/logger.ts";
import { FairLine } from "../fairness/fair-line.ts";
import { SharedPlaces } from "../fairness/shared-places.ts";

/** A reconcile that can be repeated later. */
export interface ComeAgain {
  /** Equal for all reconciles of one object by one controller. */
  readonly key: string;
  /** Enqueues the object again, immediately or after a delay in milliseconds. */
  readonly enqueue: (afterMs?: number) => void;
  readonly logger: Logger;
}

/** The worker of the current reconcile, if the calling code belongs to one. */
const current = new AsyncLocalStorage<Worker>();

/** Options of {@link awayFromWorker}. */
export interface AwayOptions {
  readonly clock: Clock;
  /** Milliseconds after which the worker is released; a shorter wait keeps it. */
  readonly afterMs: number;
}

/** The reconcile that the calling code belongs to. */
export function currentReconcile(): ComeAgain | undefined {
  return current.getStore()?.reconcile;
}

/**
 * Waits for something outside the manager's control, such as another cluster, without blocking other reconciles: the calling reconcile
 * releases its worker during the wait, and gets one again before it continues.
 */
export async function awayFromWorker<T>(wait: () => Promise<T>, options: AwayOptions): Promise<T> {
  const worker = current.getStore();
  return worker === undefined ? wait() : worker.away(wait, options);
}

/**
 * Records what the calling reconcile waits for during `wait`, to report it if the reconcile hangs.
 *
 * @param what - a description such as `get Secret default/m1`.
 */
export async function waitingFor<T>(what: () => string, wait: () => Promise<T>): Promise<T> {
  const worker = current.getStore();
  if (worker === undefined) return wait();
  return worker.waiting(what, wait);
}

/**
 * The workers of a controller; they limit its concurrent reconciles, not counting those that wait for another cluster. Groups share them as
 * in {@link SharedPlaces}.
 */
export class Workers {
  /** @internal For {@link Worker}. */
  readonly clock: Pick<Clock, "monotonic">;
  readonly #places: SharedPlaces;
  readonly #onFree: () => void;
  /** Reconciles that continue once a worker is free for them; each takes it, unless it no longer needs one. */
  readonly #returning = new FairLine<() => void>();

  /** @param clock - measures how long each worker is held. */
  constructor(size: number, clock: Pick<Clock, "monotonic">, onFree: () => void) {
    this.#places = new SharedPlaces(size);
    this.clock = clock;
    this.#onFree = onFree;
  }

  get size(): number {
    return this.#places.size;
  }

  /** The number of workers in use. */
  get busy(): number {
    return this.#places.taken;
  }

  /** Whether another reconcile may begin. */
  get hasFree(): boolean {
    return this.#places.hasFree;
  }

  /** Whether another reconcile of this group may begin. */
  isFor(group: string): boolean {
    return this.#places.isFor(group);
  }

  /**
   * Takes a worker; one must be free.
   *
   * @param reconcile - called only if needed, because few reconciles are repeated.
   */
  take(group: string, reconcile: () => ComeAgain): Worker {
    this.#places.take(group);
    return new Worker(this, group, reconcile);
  }

  /** @internal For {@link Worker}. */
  free(group: string): void {
    this.#places.release(group);
    // Reconciles that have begun come before new ones.
    for (let back = this.#nextBack(); back !== undefined; back = this.#nextBack()) back();
    this.#onFree();
  }

  /** @internal For {@link Worker}. @param back - returns whether it takes the worker. */
  takeBack(group: string, back: () => boolean): void {
    const takes = (): void => {
      if (back()) this.#places.take(group);
    };
    if (this.isFor(group)) takes();
    else this.#returning.add(group, takes);
  }

  #nextBack(): (() => void) | undefined {
    return this.hasFree ? this.#returning.take((group) => this.isFor(group)) : undefined;
  }
}

/** The worker of one reconcile. */
export class Worker {
  readonly #reconcile: () => ComeAgain;
  readonly #workers: Workers;
  readonly #group: string;
  /** `undefined` while it is not held. */
  #heldSinceMs: number | undefined;
  #heldBeforeMs = 0;
  #hasEnded = false;
  /** Records of {@link waitingFor}; created on demand, because most reconciles wait for nothing. */
  #notes: Set<() => string> | undefined;
  /** The number of current waits; a reconcile may have several. */
  #waits = 0;

  constructor(workers: Workers, group: string, reconcile: () => ComeAgain) {
    this.#workers = workers;
    this.#group = group;
    this.#reconcile = reconcile;
    this.#heldSinceMs = workers.clock.monotonic();
  }

  /** How long it has been held, in milliseconds, without waits during which it was released. */
  get heldMs(): number {
    const sinceMs = this.#heldSinceMs;
    return this.#heldBeforeMs + (sinceMs === undefined ? 0 : this.#workers.clock.monotonic() - sinceMs);
  }

  /** The reconcile that uses the worker. */
  get reconcile(): ComeAgain {
    return this.#reconcile();
  }

  /** The recorded waits of the reconcile. */
  get waitsFor(): readonly string[] {
    return [...(this.#notes ?? [])].map((what) => what());
  }

  /** @internal For {@link waitingFor}. */
  async waiting<T>(what: () => string, wait: () => Promise<T>): Promise<T> {
    const notes = (this.#notes ??= new Set());
    notes.add(what);
    try {
      return await wait();
    } finally {
      notes.delete(what);
    }
  }

  /** Runs a reconcile; its waits release this worker. */
  run<T>(reconcile: () => Promise<T>): Promise<T> {
    return current.run(this, reconcile);
  }

  /** Ends the use of the worker: the reconcile has ended, or has passed its deadline. */
  end(): void {
    this.#hasEnded = true;
    this.#release();
  }

  async away<T>(wait: () => Promise<T>, { clock, afterMs }: AwayOptions): Promise<T> {
    let hasLeft = afterMs <= 0;
    if (hasLeft) this.#leave();
    const timer = clock.setTimer(Math.max(afterMs, 0), () => {
      if (hasLeft) return;
      hasLeft = true;
      this.#leave();
    });
    try {
      return await wait();
    } finally {
      timer.cancel();
      if (hasLeft) await this.#comeBack();
    }
  }

  #leave(): void {
    this.#waits += 1;
    this.#release();
  }

  #release(): void {
    if (this.#heldSinceMs === undefined) return;
    this.#heldBeforeMs = this.heldMs;
    this.#heldSinceMs = undefined;
    this.#workers.free(this.#group);
  }

  async #comeBack(): Promise<void> {
    this.#waits -= 1;
    if (this.#hasEnded || this.#waits > 0) return;
    await new Promise<void>((resolve) => {
      this.#workers.takeBack(this.#group, () => {
        resolve();
        if (this.#hasEnded || this.#waits > 0 || this.#heldSinceMs !== undefined) return false;
        this.#heldSinceMs = this.#workers.clock.monotonic();
        return true;
      });
    });
  }
}
