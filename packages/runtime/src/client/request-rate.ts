import type { Clock } from "../clock/clock.ts";
import { readRequestPath } from "./request-path.ts";
import { isUrgent } from "./urgent-requests.ts";

/** How many requests may be sent for each resource, as client-go's QPS and Burst. */
export interface RequestRateOptions {
  /** A second. Negative: as many as there are. 0: 5, as in client-go. */
  readonly qps: number;
  /** At once, before `qps` applies. 0: 10, as in client-go. */
  readonly burst: number;
}

/** Group and resource of a path; the same for all that belongs to no resource. */
function resourceOf(path: string): string {
  const { prefix, resource } = readRequestPath(path);
  if (resource === undefined) return "";
  return prefix[0] === "apis" ? `${resource.plural}.${prefix[1] ?? ""}` : resource.plural;
}

/** What is left of a token bucket; below zero: as many requests wait. */
interface Bucket {
  tokens: number;
  atMs: number;
}

/**
 * Token buckets, one for each resource, as the clients of controller-runtime have them: requests beyond the rate wait, in the order
 * they came.
 */
export class RequestRate {
  readonly #clock: Clock;
  readonly #qps: number;
  readonly #burst: number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(clock: Clock, { qps, burst }: RequestRateOptions) {
    this.#clock = clock;
    this.#qps = qps === 0 ? 5 : qps;
    this.#burst = burst === 0 ? 10 : burst;
  }

  /** Resolves when the request may be sent. @throws the signal's reason. */
  async take(path: string, signal: AbortSignal | undefined): Promise<void> {
    if (this.#qps < 0 || isUrgent(path)) return;
    const bucket = this.#bucketOf(path);
    const nowMs = this.#clock.monotonic();
    const earned = ((nowMs - bucket.atMs) / 1_000) * this.#qps;
    bucket.tokens = Math.min(this.#burst, bucket.tokens + earned) - 1;
    bucket.atMs = nowMs;
    if (bucket.tokens >= 0) return;
    try {
      await this.#clock.sleep((-bucket.tokens / this.#qps) * 1_000, signal);
    } catch (error) {
      // Those that come after it need not wait for what is never sent.
      bucket.tokens += 1;
      throw error;
    }
  }

  #bucketOf(path: string): Bucket {
    const resource = resourceOf(path);
    const known = this.#buckets.get(resource);
    if (known !== undefined) return known;
    const made = { tokens: this.#burst, atMs: this.#clock.monotonic() };
    this.#buckets.set(resource, made);
    return made;
  }
}
