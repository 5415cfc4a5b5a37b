import { type Condition, type DeepReadonly } from "@capstan/contract";
import { type Clock } from "@capstan/runtime";
import { HoldBack, type StatusChange } from "./hold-back.ts";
import { setStatusChange } from "./set-status-change.ts";

interface SetStatus {
  readonly conditions?: readonly DeepReadonly<Condition>[] | undefined;
  readonly [field: string]: unknown;
}

/** A status is written at most once per interval. */
const intervalMs = 1_000;

/**
 * Decides when the status of a MachineSet or MachineDeployment is written: a change of substance immediately if nothing was written within
 * the last second, any other change within a second. A status therefore costs at most one write a second, however many Machines change, and
 * its final state is never lost.
 */
export class StatusPace {
  readonly #clock: Clock;
  readonly #held: HoldBack;
  readonly #written = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#held = new HoldBack(clock, { holdMs: intervalMs });
  }

  /** How long to wait before this status is written, in milliseconds; 0: now, which this call records as done. */
  waitMs(key: string, before: SetStatus | undefined, after: SetStatus): number {
    const change: StatusChange = setStatusChange(before, after);
    if (change === "none") return this.#held.waitMs(key, change);
    const now = this.#clock.monotonic();
    const since = this.#written.get(key);
    const wait = since === undefined ? 0 : since + intervalMs - now;
    // A completed hold must not be forgotten while the other wait lasts.
    if (wait > 0) return wait;
    const held = this.#held.waitMs(key, change);
    if (held === 0) this.#written.set(key, now);
    return held;
  }

  /** Forgets a deleted object. */
  forget(key: string): void {
    this.#held.forget(key);
    this.#written.delete(key);
  }
}
