import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "../clock/clock.ts";
import type { Logger } from "../logging/logger.ts";
import { FairLine } from "../fairness/fair-line.ts";
import { SharedPlaces } from "../fairness/shared-places.ts";

/** A reconcile, as something to come back to. */
export interface ComeAgain {
  /** The same for every reconcile of one object by one controller. */
  readonly key: string;
  /** Has the object reconciled again, as soon as there is a worker, or after so many milliseconds. */
  readonly enqueue: (afterMs?: number) => void;
  readonly logger: Logger;
}

/** The worker of the reconcile that is running, if the code that asks is part of one. */
const current = new AsyncLocalStorage<Worker>();

/** Options of {@link awayFromWorker}. */
export interface AwayOptions {
  readonly clock: Clock;
  /** Milliseconds after which the worker is given up; what is faster keeps it. */
  readonly afterMs: number;
}

/** The reconcile that the calling code is part of. */
export function currentReconcile(): ComeAgain | undefined {
  return current.getStore()?.reconcile;
}

/**
 * Waits for something that is in the hands of someone else, such as another cluster, without keeping others from being reconciled:
 * the reconcile that calls this has no worker meanwhile, and gets one again before it goes on.
 */
export async function awayFromWorker<T>(wait: () => Promise<T>, options: AwayOptions): Promise<T> {
  const worker = current.getStore();
  return worker === undefined ? wait() : worker.away(wait, options);
}

/**
 * Notes what the reconcile that calls this waits for, for as long as it does: to be named if it hangs.
 *
 * @param what - such as `get Secret default/m1`.
 */
export async function waitingFor<T>(what: () => string, wait: () => Promise<T>): Promise<T> {
  const worker = current.getStore();
  if (worker === undefined) return wait();
  return worker.waiting(what, wait);
}

/**
 * The workers of a controller: as many of its reconciles run at a time, not counting those that wait for another cluster. They are shared
 * by groups as {@link SharedPlaces} are.
 */
export class Workers {
  /** @internal Of {@link Worker}. */
  readonly clock: Pick<Clock, "monotonic">;
  readonly #places: SharedPlaces;
  readonly #onFree: () => void;
  /** Reconciles that go on as soon as a worker is free for them: each takes it, unless it needs none any more. */
  readonly #returning = new FairLine<() => void>();

  /** @param clock - by which it is counted for how long each is kept. */
  constructor(size: number, clock: Pick<Clock, "monotonic">, onFree: () => void) {
    this.#places = new SharedPlaces(size);
    this.clock = clock;
    this.#onFree = onFree;
  }

  get size(): number {
    return this.#places.size;
  }

  /** Those that are taken. */
  get busy(): number {
    return this.#places.taken;
  }

  /** Whether a further reconcile may begin. */
  get hasFree(): boolean {
    return this.#places.hasFree;
  }

  /** Whether a further reconcile of this group may begin. */
  isFor(group: string): boolean {
    return this.#places.isFor(group);
  }

  /**
   * Takes a worker, which has to be free.
   *
   * @param reconcile - made when it is asked for: few reconciles have to come back.
   */
  take(group: string, reconcile: () => ComeAgain): Worker {
    this.#places.take(group);
    return new Worker(this, group, reconcile);
  }

  /** @internal Of {@link Worker}. */
  free(group: string): void {
    this.#places.release(group);
    // Those that have begun come before those that have not.
    for (let back = this.#nextBack(); back !== undefined; back = this.#nextBack()) back();
    this.#onFree();
  }

  /** @internal Of {@link Worker}. @param back - returns whether it takes the worker. */
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
  /** `undefined`: it is not held. */
  #heldSinceMs: number | undefined;
  #heldBeforeMs = 0;
  #hasEnded = false;
  /** What is noted by {@link waitingFor}; not of each reconcile, since most wait for nothing. */
  #notes: Set<() => string> | undefined;
  /** Waits that are under way; a reconcile may have several. */
  #waits = 0;

  constructor(workers: Workers, group: string, reconcile: () => ComeAgain) {
    this.#workers = workers;
    this.#group = group;
    this.#reconcile = reconcile;
    this.#heldSinceMs = workers.clock.monotonic();
  }

  /** For how long it has been kept, in milliseconds, without what the reconcile was away for. */
  get heldMs(): number {
    const sinceMs = this.#heldSinceMs;
    return this.#heldBeforeMs + (sinceMs === undefined ? 0 : this.#workers.clock.monotonic() - sinceMs);
  }

  /** The reconcile that it works on. */
  get reconcile(): ComeAgain {
    return this.#reconcile();
  }

  /** What it waits for now, as far as that is known. */
  get waitsFor(): readonly string[] {
    return [...(this.#notes ?? [])].map((what) => what());
  }

  /** @internal Of {@link waitingFor}. */
  async waiting<T>(what: () => string, wait: () => Promise<T>): Promise<T> {
    const notes = (this.#notes ??= new Set());
    notes.add(what);
    try {
      return await wait();
    } finally {
      notes.delete(what);
    }
  }

  /** Runs a reconcile, whose waits give this worker up. */
  run<T>(reconcile: () => Promise<T>): Promise<T> {
    return current.run(this, reconcile);
  }

  /** The reconcile has ended, or is no longer waited for. */
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
