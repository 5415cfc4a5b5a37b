import { tokenCheckInterval } from "./ensure-token.ts";

interface Look {
  readonly now: number;
  readonly ttlMs: number;
}

/**
 * Remembers when tokens were last checked. Many reconciles follow each other while a machine starts, and need not check the token each
 * time.
 */
export class RecentLooks {
  readonly #lookedAt = new Map<string, number>();

  /** Records that the token of `uid` was just checked, with at least five sixths of its TTL left. */
  note(uid: string, { now, ttlMs }: Look): void {
    this.#forgetOld(now - ttlMs);
    this.#lookedAt.delete(uid);
    this.#lookedAt.set(uid, now);
  }

  /** How long the next check can wait, in milliseconds; undefined: check now. */
  nextLookMs(uid: string, { now, ttlMs }: Look): number | undefined {
    const lookedAt = this.#lookedAt.get(uid);
    // Half of the interval, so that a check on schedule is never postponed.
    if (lookedAt === undefined || now - lookedAt >= tokenCheckInterval(ttlMs) / 2) return undefined;
    return lookedAt + tokenCheckInterval(ttlMs) - now;
  }

  #forgetOld(beforeMs: number): void {
    for (const [uid, lookedAt] of this.#lookedAt) {
      // Entries are in the order of their checks, so all that follow are younger.
      if (lookedAt >= beforeMs) return;
      this.#lookedAt.delete(uid);
    }
  }
}
