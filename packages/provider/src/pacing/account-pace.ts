/** A turn that its object has not taken is kept for this long, in milliseconds. */
const forgottenAfterMs = 60_000;

/** When requests of one account may be made. All times are in milliseconds of a clock that cannot be set. */
export class AccountPace {
  /** When it is the turn of each object that came too early, by its uid, without {@link #postponedMs}. */
  readonly #turns = new Map<string, number>();
  /** By how much all turns come later than they were given out. */
  #postponedMs = 0;
  #nextTurnMs = 0;
  #closedUntilMs = 0;
  #usedMs = 0;

  /** @returns how long until the turn of an object; 0: it is now, and has been taken. */
  waitMs(uid: string, intervalMs: number, nowMs: number): number {
    this.#usedMs = nowMs;
    const turnMs = this.#keptTurn(uid) ?? this.#newTurn(intervalMs, nowMs);
    if (turnMs <= nowMs) this.#turns.delete(uid);
    else this.#turns.set(uid, turnMs - this.#postponedMs);
    return Math.max(0, turnMs - nowMs);
  }

  /** One more request in a turn: all turns that are still to come are later. */
  postpone(intervalMs: number, nowMs: number): void {
    this.#usedMs = nowMs;
    this.#postponedMs += intervalMs;
    this.#nextTurnMs = Math.max(this.#nextTurnMs, nowMs) + intervalMs;
  }

  close(forMs: number, nowMs: number): void {
    this.#usedMs = nowMs;
    this.#closedUntilMs = Math.max(this.#closedUntilMs, nowMs + forMs);
  }

  closedForMs(nowMs: number): number {
    return Math.max(0, this.#closedUntilMs - nowMs);
  }

  /** Whether to forget it changes nothing: it was not used for as long, is not closed, and has no turns to come. */
  isIdle(forMs: number, nowMs: number): boolean {
    return Math.max(this.#usedMs + forMs, this.#closedUntilMs, this.#nextTurnMs) < nowMs;
  }

  /** Undefined also if the cloud has been closed over it. */
  #keptTurn(uid: string): number | undefined {
    const turnMs = (this.#turns.get(uid) ?? -Infinity) + this.#postponedMs;
    return turnMs >= this.#closedUntilMs ? turnMs : undefined;
  }

  #newTurn(intervalMs: number, nowMs: number): number {
    const oldestMs = nowMs - forgottenAfterMs - this.#postponedMs;
    for (const [uid, turnMs] of this.#turns) if (turnMs < oldestMs) this.#turns.delete(uid);
    const turnMs = Math.max(nowMs, this.#nextTurnMs, this.#closedUntilMs);
    this.#nextTurnMs = turnMs + intervalMs;
    return turnMs;
  }
}
