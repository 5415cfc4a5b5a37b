import type { Clock, Timer } from "../clock/clock.ts";
import { FairLine } from "../fairness/fair-line.ts";
import { readRequestPath } from "./read-request-path.ts";
import { unlessAborted } from "./unless-aborted.ts";
import { isUrgent } from "./urgent-requests.ts";

/** How many requests may be sent for each resource, as client-go's QPS and Burst. */
export interface RequestRateOptions {
  /** A second. Negative: as many as there are. 0: 5, as in client-go. */
  readonly qps: number;
  /** At once, before `qps` applies. 0: 10, as in client-go. */
  readonly burst: number;
}

interface Subject {
  /** Group and resource; the same for all that belongs to no resource. */
  readonly resource: string;
  /** "": none, or all of them. */
  readonly namespace: string;
}

function subjectOf(path: string): Subject {
  const { prefix, resource } = readRequestPath(path);
  if (resource === undefined) return { resource: "", namespace: "" };
  const { plural, namespace = "" } = resource;
  return { resource: prefix[0] === "apis" ? `${plural}.${prefix[1] ?? ""}` : plural, namespace };
}

/** Sums of what is earned bit by bit are not exact. */
const oneToken = 1 - 1e-6;

/** A token bucket, and the requests that wait for its next token. */
interface Bucket {
  tokens: number;
  atMs: number;
  readonly waiting: FairLine<() => void>;
  /** Set while requests wait. */
  timer: Timer | undefined;
}

/**
 * Token buckets, one for each resource, as the clients of controller-runtime have them: requests beyond the rate wait. Namespaces take
 * turns, so that those of one do not wait until another has sent all of its own.
 */
export class RequestRate {
  readonly #clock: Clock;
  readonly #qps: number;
  readonly #burst: number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(clock: Clock, { qps, burst }: RequestRateOptions) {
    this.#clock = clock;
    this.#qps = qps === 0 ? 5 : qps;
    this.#burst = burst === 0 ? 10 : Math.max(burst, 1);
  }

  /** Resolves when the request may be sent. @throws the signal's reason. */
  async take(path: string, signal: AbortSignal | undefined): Promise<void> {
    if (this.#qps < 0 || isUrgent(path)) return;
    const { resource, namespace } = subjectOf(path);
    const bucket = this.#bucketOf(resource);
    this.#refill(bucket);
    if (bucket.waiting.size === 0 && bucket.tokens >= oneToken) {
      bucket.tokens -= 1;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const turn = { isTaken: false };
    const waiting = bucket.waiting.add(namespace, () => {
      turn.isTaken = true;
      resolve(undefined);
    });
    this.#wait(bucket);
    try {
      await unlessAborted(promise, signal);
    } catch (error) {
      if (!turn.isTaken) bucket.waiting.remove(waiting);
      throw error;
    }
  }

  #bucketOf(resource: string): Bucket {
    const known = this.#buckets.get(resource);
    if (known !== undefined) return known;
    const atMs = this.#clock.monotonic();
    const made: Bucket = { tokens: this.#burst, atMs, waiting: new FairLine(), timer: undefined };
    this.#buckets.set(resource, made);
    return made;
  }

  #refill(bucket: Bucket): void {
    const nowMs = this.#clock.monotonic();
    bucket.tokens = Math.min(this.#burst, bucket.tokens + ((nowMs - bucket.atMs) / 1_000) * this.#qps);
    bucket.atMs = nowMs;
  }

  #wait(bucket: Bucket): void {
    bucket.timer ??= this.#clock.setTimer(((1 - bucket.tokens) / this.#qps) * 1_000, () => {
      bucket.timer = undefined;
      this.#refill(bucket);
      for (; bucket.tokens >= oneToken && bucket.waiting.size > 0; bucket.tokens -= 1) bucket.waiting.take()?.();
      if (bucket.waiting.size > 0) this.#wait(bucket);
    });
  }
}
