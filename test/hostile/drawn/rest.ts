import { setTimeout as elapsed } from "node:timers/promises";
import type { Tenants } from "./tenants.ts";

/** How a wait for the managers has ended. `busy`: they have done much meanwhile; `stuck`: nothing has moved any more. */
export type Rest = "at rest" | "busy" | "stuck";

const lookMs = 20;
/** Looks of {@link lookMs} without any request answered or reconcile ended: a machine that is busy itself looks less often. */
const patience = 750;
/** After so many requests the world is looked at, though it is not at rest. */
export const busyRequests = 200;

/** Waits for managers that an attacker may keep from ever coming to rest. */
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
