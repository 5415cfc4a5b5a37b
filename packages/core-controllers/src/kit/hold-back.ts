import { type Condition, type DeepReadonly } from "@capstan/contract";
import { jsonEqual } from "@capstan/kube";
import { type Clock } from "@capstan/runtime";

interface Status {
  readonly conditions?: readonly DeepReadonly<Condition>[] | undefined;
  readonly deprecated?: { readonly v1beta1?: object | undefined } | undefined;
}

/** How much two statuses differ. */
export type StatusChange = "none" | "wording" | "substance";

/**
 * Classifies the change of a status: none, only reasons and messages of conditions, or more than that. The v1beta1 conditions count as
 * wording because they repeat the others.
 *
 * @param before - `undefined`: nothing was written yet.
 */
export function statusChange(before: DeepReadonly<Status> | undefined, after: DeepReadonly<Status>): StatusChange {
  if (jsonEqual(before ?? {}, after)) return "none";
  return jsonEqual(wordless(before ?? {}), wordless(after)) ? "wording" : "substance";
}

/** Options of {@link HoldBack}, in milliseconds. */
export interface HoldBackOptions {
  /** How long a write is held. Default: 1,000. */
  readonly holdMs?: number;
  /** How much longer for each other write that is held at the time. Default: 0. */
  readonly holdMsEach?: number;
  /** The longest hold, however many are held. Default: `holdMs`. */
  readonly atMostMs?: number;
}

/**
 * Holds back status writes that would change only wording, so that several of them are combined and most are included in the next change of
 * substance. A restart loses nothing, because every status is recomputed.
 */
export class HoldBack {
  readonly #clock: Clock;
  readonly #options: Required<HoldBackOptions>;
  readonly #since = new Map<string, number>();

  constructor(clock: Clock, { holdMs = 1_000, holdMsEach = 0, atMostMs = holdMs }: HoldBackOptions = {}) {
    this.#clock = clock;
    this.#options = { holdMs, holdMsEach, atMostMs };
  }

  /** How long to wait before this change is written, in milliseconds; 0: write it now. */
  waitMs(key: string, change: StatusChange): number {
    if (change !== "wording") {
      this.forget(key);
      return 0;
    }
    const now = this.#clock.monotonic();
    const since = this.#since.get(key) ?? now;
    this.#since.set(key, since);
    const remaining = since + this.#holdMs() - now;
    if (remaining <= 0) this.forget(key);
    return Math.max(0, remaining);
  }

  /** Forgets an object that is deleted, or whose status was written. */
  forget(key: string): void {
    this.#since.delete(key);
  }

  #holdMs(): number {
    const { holdMs, holdMsEach, atMostMs } = this.#options;
    return Math.min(holdMs + (this.#since.size - 1) * holdMsEach, atMostMs);
  }
}

function wordless(status: DeepReadonly<Status>): object {
  const conditions = status.conditions?.map((condition) => ({ ...condition, reason: "", message: "" }));
  const { v1beta1 } = status.deprecated ?? {};
  const kept = Object.entries(v1beta1 ?? {}).filter(([field]) => field !== "conditions");
  return { ...status, conditions, deprecated: Object.fromEntries(kept) };
}
