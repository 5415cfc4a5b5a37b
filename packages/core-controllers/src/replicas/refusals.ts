import { backoffMs } from "@capstan/kube";
import { type ApiError, type Clock } from "@capstan/runtime";

/** Describes a refusal by reason and fields. The server's message is omitted because it may quote secrets. */
export function describeRefusal({ reason, object, details }: ApiError): string {
  const kind = object?.kind ?? details?.kind ?? "object";
  const fields = (details?.causes ?? []).flatMap(({ field }) =>
    field === undefined || field === "<nil>" ? [] : [field],
  );
  const where = fields.length === 0 ? "" : ` (${[...new Set(fields)].join(", ")})`;
  return `the API server refused the ${kind}: ${reason}${where}`;
}

/** The last refusal, and how long until the next attempt. */
export interface Refused {
  readonly message: string;
  readonly waitMs: number;
}

interface Refusal {
  readonly version: string;
  readonly message: string;
  readonly times: number;
  readonly until: number;
}

const steps = { baseMs: 1_000, maxMs: 5 * 60_000 };

/**
 * Remembers refusals, so that the same request is retried with increasing delays and a different request immediately. Without it, the next
 * attempt would follow immediately, because the status that reports it, or the deletion of an incomplete Machine, is an event.
 */
export class Refusals {
  readonly #clock: Clock;
  readonly #refused = new Map<string, Refusal>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Remembers a refusal.
   *
   * @param version - changes when another attempt makes sense.
   */
  add(key: string, version: string, error: ApiError): Refused {
    const before = this.#refused.get(key);
    const times = before?.version === version ? before.times + 1 : 1;
    const message = describeRefusal(error);
    const waitMs = backoffMs(times, steps);
    this.#refused.set(key, { version, message, times, until: this.#clock.monotonic() + waitMs });
    return { message, waitMs };
  }

  /** The last refusal, and how long until the next attempt. Computes the version only if there is a refusal. */
  of(key: string, version: () => string): Refused | undefined {
    const refusal = this.#refused.get(key);
    if (refusal === undefined) return undefined;
    const { message, until } = refusal;
    return refusal.version === version()
      ? { message, waitMs: Math.max(0, until - this.#clock.monotonic()) }
      : undefined;
  }

  /** Forgets an object that is deleted, or whose requests are accepted again. */
  forget(key: string): void {
    this.#refused.delete(key);
  }
}
