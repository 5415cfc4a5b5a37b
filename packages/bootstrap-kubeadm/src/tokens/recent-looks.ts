import { tokenCheckInterval } from "./ensure-token.ts";

interface Look {
  readonly now: number;
  readonly ttlMs: number;
}

/**
 * Remembers when tokens were last seen alive. Many reconciles follow each other while a machine comes up; a token needs no
 * attention in each of them.
 */
export class RecentLooks {
  readonly #lookedAt = new Map<string, number>();

  /** The token of `uid` has just been seen, with at least five sixths of its life left. */
  note(uid: string, { now, ttlMs }: Look): void {
    this.#forgetOld(now - ttlMs);
    this.#lookedAt.delete(uid);
    this.#lookedAt.set(uid, now);
  }

  /** How long the next look can wait, in milliseconds; undefined: look now. */
  nextLookMs(uid: string, { now, ttlMs }: Look): number | undefined {
    const lookedAt = this.#lookedAt.get(uid);
    // Half of the time between looks: one that was asked for in time is never put off.
    if (lookedAt === undefined || now - lookedAt >= tokenCheckInterval(ttlMs) / 2) return undefined;
    return lookedAt + tokenCheckInterval(ttlMs) - now;
  }

  #forgetOld(beforeMs: number): void {
    for (const [uid, lookedAt] of this.#lookedAt) {
      // In the order of their looks: all that follow are younger.
      if (lookedAt >= beforeMs) return;
      this.#lookedAt.delete(uid);
    }
  }
}
