import type { Clock } from "@capstan/provider";

const forgottenAfterMs = 60_000;

/**
 * Keeps an account below a rate of requests without waiting here: a caller that comes too early learns when its turn is, and keeps
 * that turn.
 */
export class Pacer {
  readonly #clock: Clock;
  readonly #turns = new Map<string, number>();
  #nextTurn = 0;
  #closedUntil = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @returns milliseconds until the turn of `asker`; 0: it is now. */
  waitMs(asker: string, requestsPerSecond: number): number {
    const now = this.#clock.now();
    const turn = this.#turns.get(asker);
    if (turn !== undefined && turn >= this.#closedUntil) {
      if (turn > now) return turn - now;
      this.#turns.delete(asker);
      return 0;
    }
    const next = Math.max(now, this.#nextTurn, this.#closedUntil);
    this.#nextTurn = next + 1_000 / requestsPerSecond;
    if (next === now) return 0;
    this.#forget(now);
    this.#turns.set(asker, next);
    return next - now;
  }

  /** The cloud has said how long to stay away; that applies to all callers. */
  close(forMs: number): void {
    this.#closedUntil = Math.max(this.#closedUntil, this.#clock.now() + forMs);
  }

  /** Milliseconds for which the cloud accepts no request. */
  get closedForMs(): number {
    return Math.max(0, this.#closedUntil - this.#clock.now());
  }

  #forget(now: number): void {
    for (const [asker, turn] of this.#turns) if (turn < now - forgottenAfterMs) this.#turns.delete(asker);
  }
}
