import type { Clock } from "../clock/clock.ts";
import { type Request, requestKey } from "../enqueue/request.ts";
import type { Timer } from "../clock/clock.ts";
import { type BackoffOptions, RateLimiter } from "./rate-limiter.ts";

/** Options of {@link WorkQueue}. */
export interface WorkQueueOptions {
  readonly clock: Clock;
  readonly backoff?: BackoffOptions;
  /** Called with the milliseconds that a request was in the queue when it is taken. */
  readonly onTaken?: (waitedMs: number) => void;
}

/** Options of {@link WorkQueue.add}. */
export interface AddOptions {
  /** Higher comes first; equal ones in the order they were added. Default 0. */
  readonly priority?: number;
  /** Not before this many milliseconds have passed. Default 0. */
  readonly afterMs?: number;
}

interface Entry {
  readonly request: Request;
  priority: number;
  addedAtMs: number;
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
 * that is done, and then comes once more. Of several delays of one request the earliest counts.
 */
export class WorkQueue {
  readonly #clock: Clock;
  readonly #limiter: RateLimiter;
  readonly #onTaken: (waitedMs: number) => void;
  /** By priority, highest first; each level in the order of arrival. */
  readonly #levels = new Map<number, Map<string, Entry>>();
  #priorities: number[] = [];
  readonly #waiting = new Map<string, Entry>();
  readonly #processing = new Set<string>();
  readonly #dirty = new Map<string, Entry>();
  readonly #delayed = new Map<string, Delayed>();
  readonly #onReady: (() => void)[] = [];
  #isShutDown = false;
  #adds = 0;
  #retries = 0;

  constructor(options: WorkQueueOptions) {
    this.#clock = options.clock;
    this.#onTaken = options.onTaken ?? (() => undefined);
    this.#limiter = new RateLimiter(options.clock, options.backoff);
  }

  /** Requests that could be taken now. */
  get depth(): number {
    return this.#waiting.size;
  }
  /** Requests being worked on. */
  get processing(): number {
    return this.#processing.size;
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
    return new Map([...this.#levels].map(([priority, level]) => [priority, level.size]));
  }

  /** Calls `listener` whenever a request may be taken. */
  onReady(listener: () => void): void {
    this.#onReady.push(listener);
  }

  add(request: Request, options: AddOptions = {}): void {
    if (this.#isShutDown) return;
    const { priority = 0, afterMs = 0 } = options;
    if (afterMs > 0) {
      this.#addLater(request, afterMs, priority);
      return;
    }
    this.#adds += 1;
    const key = requestKey(request);
    if (this.#processing.has(key)) {
      const pending = this.#dirty.get(key);
      if (pending === undefined) {
        this.#dirty.set(key, { request, priority, addedAtMs: this.#clock.monotonic() });
      } else pending.priority = Math.max(pending.priority, priority);
      return;
    }
    this.#enqueue(key, { request, priority, addedAtMs: this.#clock.monotonic() });
  }

  /** Adds a request whose work failed, after its back-off. @returns milliseconds until then. */
  addRateLimited(request: Request, options: { readonly priority?: number } = {}): number {
    if (this.#isShutDown) return 0;
    const afterMs = this.#limiter.next(requestKey(request));
    this.add(request, { ...options, afterMs });
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

  /** Takes the first request, if there is one; {@link done} has to follow. */
  take(): Request | undefined {
    for (const priority of this.#priorities) {
      const level = this.#levels.get(priority);
      const first = level?.entries().next();
      if (level === undefined || first === undefined || first.done === true) continue;
      const [key, entry] = first.value;
      this.#removeFrom(level, key, priority);
      this.#waiting.delete(key);
      this.#processing.add(key);
      this.#onTaken(this.#clock.monotonic() - entry.addedAtMs);
      return entry.request;
    }
    return undefined;
  }

  /** Ends the work on a request; if it was added meanwhile, it is ready again. */
  done(request: Request): void {
    const key = requestKey(request);
    this.#processing.delete(key);
    const again = this.#dirty.get(key);
    if (again === undefined) return;
    this.#dirty.delete(key);
    this.#enqueue(key, again);
  }

  /** Drops everything that waits, and every later add. */
  shutDown(): void {
    this.#isShutDown = true;
    for (const { timer } of this.#delayed.values()) timer.cancel();
    this.#delayed.clear();
    this.#dirty.clear();
    this.#waiting.clear();
    this.#levels.clear();
    this.#priorities = [];
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

  #enqueue(key: string, entry: Entry): void {
    if (this.#isShutDown) return;
    const existing = this.#waiting.get(key);
    if (existing !== undefined) {
      if (existing.priority >= entry.priority) return;
      const level = this.#levels.get(existing.priority);
      if (level !== undefined) this.#removeFrom(level, key, existing.priority);
    }
    const placed = existing === undefined ? entry : { ...entry, addedAtMs: existing.addedAtMs };
    this.#waiting.set(key, placed);
    this.#levelOf(entry.priority).set(key, placed);
    for (const listener of this.#onReady) listener();
  }

  #levelOf(priority: number): Map<string, Entry> {
    const existing = this.#levels.get(priority);
    if (existing !== undefined) return existing;
    const level = new Map<string, Entry>();
    this.#levels.set(priority, level);
    this.#priorities = [...this.#priorities, priority].sort((left, right) => right - left);
    return level;
  }

  #removeFrom(level: Map<string, Entry>, key: string, priority: number): void {
    level.delete(key);
    if (level.size > 0) return;
    this.#levels.delete(priority);
    this.#priorities = this.#priorities.filter((each) => each !== priority);
  }
}
