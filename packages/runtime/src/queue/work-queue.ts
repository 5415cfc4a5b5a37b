import type { Clock } from "../clock/clock.ts";
import { groupOf, type Request, requestKey } from "../enqueue/request.ts";
import type { Timer } from "../clock/clock.ts";
import { PriorityLevels, type WaitingInLevel } from "./priority-levels.ts";
import { type BackoffOptions, RateLimiter } from "./rate-limiter.ts";

/** Options of {@link WorkQueue}. */
export interface WorkQueueOptions {
  /** The clock for delays. */
  readonly clock: Clock;
  /** The delays of failed requests. */
  readonly backoff?: BackoffOptions;
  /** Called when a request is taken, with the milliseconds that it was in the queue. */
  readonly onTaken?: (waitedMs: number) => void;
}

/** Options of {@link WorkQueue.add}. */
export interface AddOptions {
  /**
   * Higher priorities come first, except that one of four taken requests may have a lower priority, so that none waits forever. Default 0.
   */
  readonly priority?: number;
  /** The minimum delay in milliseconds. Default 0. */
  readonly afterMs?: number;
}

/** Options of {@link WorkQueue.addRateLimited}. */
export interface RetryOptions {
  /** As in {@link AddOptions}. */
  readonly priority?: number;
  /** How long the work held a worker, in milliseconds: work that held one for 5 s or longer waits at least as long. Default 0. */
  readonly heldMs?: number;
}

/** A request from its addition until the work on it has ended. */
interface Item {
  readonly request: Request;
  readonly key: string;
  priority: number;
  addedAtMs: number;
  isProcessing: boolean;
  /** Whether it waits: in its level, or for the end of the work on it. */
  isWaiting: boolean;
  /** Its place in its level. */
  place: WaitingInLevel<Item> | undefined;
}

interface Delayed {
  readonly dueMs: number;
  readonly priority: number;
  readonly timer: Timer;
}

/**
 * The requests of one controller.
 *
 * A request waits at most once, however often it is added. A request that is added while it is being processed waits until that is done,
 * and is then processed once more. If a request is added with several delays, the earliest counts. Namespaces take turns: however many
 * requests a namespace has waiting, those of another wait for at most one of them. Requests without a namespace count as a namespace of
 * their own.
 */
export class WorkQueue {
  readonly #clock: Clock;
  readonly #limiter: RateLimiter;
  readonly #onTaken: (waitedMs: number) => void;
  readonly #items = new Map<string, Item>();
  readonly #levels = new PriorityLevels<Item>();
  readonly #delayed = new Map<string, Delayed>();
  readonly #onReady: (() => void)[] = [];
  #isShutDown = false;
  #processing = 0;
  #adds = 0;
  #retries = 0;

  constructor(options: WorkQueueOptions) {
    this.#clock = options.clock;
    this.#onTaken = options.onTaken ?? (() => undefined);
    this.#limiter = new RateLimiter(options.clock, options.backoff);
  }

  /** The number of requests that are ready. */
  get depth(): number {
    return this.#levels.size;
  }
  /** The number of requests that are being processed. */
  get processing(): number {
    return this.#processing;
  }
  /** The number of requests that are not due yet. */
  get delayed(): number {
    return this.#delayed.size;
  }
  /** The number of additions since the start, repeats included. */
  get adds(): number {
    return this.#adds;
  }
  /** The number of delayed additions since the start: after an error, or to be processed again later. */
  get retries(): number {
    return this.#retries;
  }
  /** The number of ready requests, by priority. */
  get depths(): ReadonlyMap<number, number> {
    return this.#levels.sizes;
  }

  /** Calls `listener` whenever a request becomes ready. */
  onReady(listener: () => void): void {
    this.#onReady.push(listener);
  }

  /** Adds a request, unless it waits already. */
  add(request: Request, options: AddOptions = {}): void {
    if (this.#isShutDown) return;
    const { priority = 0, afterMs = 0 } = options;
    if (afterMs > 0) {
      this.#addLater(request, afterMs, priority);
      return;
    }
    this.#adds += 1;
    const key = requestKey(request);
    const item = this.#items.get(key);
    if (item?.isWaiting === true) {
      this.#raise(item, priority);
      return;
    }
    const addedAtMs = this.#clock.monotonic();
    if (item !== undefined) {
      // It is processed once more after the current work.
      Object.assign(item, { priority, addedAtMs, isWaiting: true });
      return;
    }
    const added: Item = { request, key, priority, addedAtMs, isProcessing: false, isWaiting: true, place: undefined };
    this.#items.set(key, added);
    this.#enqueue(added);
  }

  /** Adds a failed request after its back-off. @returns the delay in milliseconds. */
  addRateLimited(request: Request, { priority = 0, heldMs = 0 }: RetryOptions = {}): number {
    if (this.#isShutDown) return 0;
    const afterMs = this.#limiter.next(requestKey(request), { group: groupOf(request), heldMs });
    this.add(request, { priority, afterMs });
    return afterMs;
  }

  /** Resets the back-off of a request: its work succeeded, or is abandoned. */
  forget(request: Request): void {
    this.#limiter.forget(requestKey(request));
  }

  /** The number of failures since the request was last forgotten. */
  failures(request: Request): number {
    return this.#limiter.failures(requestKey(request));
  }

  /**
   * Takes the first request, if any; call {@link done} afterwards.
   *
   * @param mayHaveTurn - whether a request of this group may be taken: a namespace, or "" for requests without one. Default: always.
   */
  take(mayHaveTurn?: (group: string) => boolean): Request | undefined {
    const item = this.#levels.takeFirst(mayHaveTurn);
    if (item === undefined) return undefined;
    item.place = undefined;
    item.isWaiting = false;
    item.isProcessing = true;
    this.#processing += 1;
    this.#onTaken(this.#clock.monotonic() - item.addedAtMs);
    return item.request;
  }

  /** Ends the work on a request; if it was added meanwhile, it is ready again. */
  done(request: Request): void {
    const key = requestKey(request);
    const item = this.#items.get(key);
    if (item?.isProcessing !== true) return;
    item.isProcessing = false;
    this.#processing -= 1;
    if (item.isWaiting) this.#enqueue(item);
    else this.#items.delete(key);
  }

  /** Drops all waiting requests, and every later one. */
  shutDown(): void {
    this.#isShutDown = true;
    for (const { timer } of this.#delayed.values()) timer.cancel();
    this.#delayed.clear();
    this.#levels.clear();
    for (const item of this.#items.values()) Object.assign(item, { isWaiting: false, place: undefined });
  }

  #addLater(request: Request, afterMs: number, priority: number): void {
    this.#retries += 1;
    const key = requestKey(request);
    const dueMs = this.#clock.monotonic() + afterMs;
    const existing = this.#delayed.get(key);
    if (existing !== undefined) {
      if (existing.dueMs <= dueMs) return;
      existing.timer.cancel();
    }
    const timer = this.#clock.setTimer(afterMs, () => {
      this.#delayed.delete(key);
      this.add(request, { priority });
    });
    this.#delayed.set(key, { dueMs, priority, timer });
  }

  #raise(item: Item, priority: number): void {
    if (item.priority >= priority) return;
    item.priority = priority;
    // It has no place until the current work on it has ended.
    if (item.place === undefined) return;
    this.#levels.remove(item.place);
    this.#enqueue(item);
  }

  #enqueue(item: Item): void {
    item.place = this.#levels.add(groupOf(item.request), item.priority, item);
    for (const listener of this.#onReady) listener();
  }
}
