/** How long a turn is kept for an object that has not taken it, in milliseconds. */
const forgottenAfterMs = 60_000;

/** The schedule of requests for one account. All times are in milliseconds of a monotonic clock. */
export class AccountPace {
  /** The turns of objects that came too early, by uid, without {@link #postponedMs}. */
  readonly #turns = new Map<string, number>();
  /** The total delay of all turns since they were assigned. */
  #postponedMs = 0;
  #nextTurnMs = 0;
  #closedUntilMs = 0;
  #usedMs = 0;

  /** @returns the time until the turn of an object; 0: the turn is now, and is taken. */
  waitMs(uid: string, intervalMs: number, nowMs: number): number {
    this.#usedMs = nowMs;
    const turnMs = this.#keptTurn(uid) ?? this.#newTurn(intervalMs, nowMs);
    if (turnMs <= nowMs) this.#turns.delete(uid);
    else this.#turns.set(uid, turnMs - this.#postponedMs);
    return Math.max(0, turnMs - nowMs);
  }

  /** Accounts for a further request within a turn: all later turns are delayed. */
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

  /** Whether this object can be dropped without effect: it was not used for that long, is not closed, and has no turns left. */
  isIdle(forMs: number, nowMs: number): boolean {
    return Math.max(this.#usedMs + forMs, this.#closedUntilMs, this.#nextTurnMs) < nowMs;
  }

  /** Undefined also if the cloud closed the account for a time that includes the turn. */
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
