import { setTimeout as elapsed } from "node:timers/promises";
import type { Tenants } from "./tenants.ts";

/** How a wait for the managers ended. `busy`: they have sent many requests meanwhile; `stuck`: no progress any more. */
export type Rest = "at rest" | "busy" | "stuck";

const lookMs = 20;
/**
 * Checks, {@link lookMs} apart, without any completed request or reconcile. A count rather than a time, because a busy machine checks less
 * often.
 */
const patience = 750;
/** After this many requests the world is checked, though it is not idle. */
export const busyRequests = 200;

/** Waits for managers that an attacker may keep busy forever. */
export class Resting {
  readonly #tenants: Tenants;
  #settling: Promise<void> | undefined;

  constructor(tenants: Tenants) {
    this.#tenants = tenants;
  }

  async wait(): Promise<Rest> {
    const { environment } = this.#tenants;
    this.#settling ??= environment.settled({ patienceMs: 3_600_000 }).finally(() => {
      this.#settling = undefined;
    });
    const settling = this.#settling.then(() => "at rest" as const);
    settling.catch(() => undefined);
    const ending = new AbortController();
    try {
      return await Promise.race([settling, this.#watched(ending.signal)]);
    } finally {
      ending.abort();
    }
  }

  async #watched(end: AbortSignal): Promise<Rest> {
    const began = this.#tenants.work.all;
    let seen = this.#tenants.moves;
    for (let idle = 0; idle < patience && !end.aborted; idle += 1) {
      await elapsed(lookMs);
      if (this.#tenants.work.all - began >= busyRequests) return "busy";
      if (this.#tenants.moves === seen) continue;
      seen = this.#tenants.moves;
      idle = 0;
    }
    return "stuck";
  }
}
