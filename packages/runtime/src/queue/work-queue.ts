import type { Clock } from "../clock/clock.ts";
import { groupOf, type Request, requestKey } from "../enqueue/request.ts";
import type { Timer } from "../clock/clock.ts";
import { PriorityLevels, type WaitingInLevel } from "./priority-levels.ts";
import { type BackoffOptions, RateLimiter } from "./rate-limiter.ts";

/** Options of {@link WorkQueue}. */
export interface WorkQueueOptions {
  /** The time, for delays. */
  readonly clock: Clock;
  /** How long what failed waits before it is tried again. */
  readonly backoff?: BackoffOptions;
  /** Called with the milliseconds that a request was in the queue when it is taken. */
  readonly onTaken?: (waitedMs: number) => void;
}

/** Options of {@link WorkQueue.add}. */
export interface AddOptions {
  /** Higher comes first, as a rule: of four that are taken one may be of a lower priority, so that none waits for ever. Default 0. */
  readonly priority?: number;
  /** Not before this many milliseconds have passed. Default 0. */
  readonly afterMs?: number;
}

/** Options of {@link WorkQueue.addRateLimited}. */
export interface RetryOptions {
  /** As of {@link AddOptions}. */
  readonly priority?: number;
  /** For how long the work kept a worker, in milliseconds: what kept one for 5 s or longer waits for as long at least. Default 0. */
  readonly heldMs?: number;
}

/** A request from when it is added until the work on it has ended. */
interface Item {
  readonly request: Request;
  readonly key: string;
  priority: number;
  addedAtMs: number;
  isProcessing: boolean;
  /** It waits: in its level, or until the work on it has ended. */
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
 * A request waits at most once, however often it is added; one that is added while it is being worked on waits until
 * that is done, and then comes once more. Of several delays of one request the earliest counts. Namespaces take turns: however many
 * requests of one wait, those of another wait for one of them at most. What is of no namespace has turns as one has.
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

  /** Requests that could be taken now. */
  get depth(): number {
    return this.#levels.size;
  }
  /** Requests being worked on. */
  get processing(): number {
    return this.#processing;
  }
  /** Requests that wait until they are due. */
  get delayed(): number {
    return this.#delayed.size;
  }
  /** Requests that were added since the start, repeats included. */
  get adds(): number {
    return this.#adds;
  }
  /** Requests that were added since the start to wait until they are due: after an error, or to be looked at again. */
  get retries(): number {
    return this.#retries;
  }
  /** How many could be taken now, by priority. */
  get depths(): ReadonlyMap<number, number> {
    return this.#levels.sizes;
  }

  /** Calls `listener` whenever a request may be taken. */
  onReady(listener: () => void): void {
    this.#onReady.push(listener);
  }

  /** Adds a request, unless it is there already. */
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
      // It comes once more after the work that is under way.
      Object.assign(item, { priority, addedAtMs, isWaiting: true });
      return;
    }
    const added: Item = { request, key, priority, addedAtMs, isProcessing: false, isWaiting: true, place: undefined };
    this.#items.set(key, added);
    this.#enqueue(added);
  }

  /** Adds a request whose work failed, after its back-off. @returns milliseconds until then. */
  addRateLimited(request: Request, { priority = 0, heldMs = 0 }: RetryOptions = {}): number {
    if (this.#isShutDown) return 0;
    const afterMs = this.#limiter.next(requestKey(request), { group: groupOf(request), heldMs });
    this.add(request, { priority, afterMs });
    return afterMs;
  }

  /** Ends the back-off of a request: its work succeeded, or is given up. */
  forget(request: Request): void {
    this.#limiter.forget(requestKey(request));
  }

  /** How often the request has failed since it was last forgotten. */
  failures(request: Request): number {
    return this.#limiter.failures(requestKey(request));
  }

  /**
   * Takes the first request, if there is one; {@link done} has to follow.
   *
   * @param mayHaveTurn - whether one of this group may be taken: of a namespace, or "", of none. Default: each may.
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

  /** Drops everything that waits, and every later add. */
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
    // It has no place before the work on it has ended.
    if (item.place === undefined) return;
    this.#levels.remove(item.place);
    this.#enqueue(item);
  }

  #enqueue(item: Item): void {
    item.place = this.#levels.add(groupOf(item.request), item.priority, item);
    for (const listener of this.#onReady) listener();
  }
}
