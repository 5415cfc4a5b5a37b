/** What one holder has of a {@link SharedRoom}. */
export interface Share {
  /** Whose it is: peers get equal parts where there is not enough for all. */
  readonly peer: string;
  /** How much is held; the room alone changes it. */
  amount: number;
  /** How well it uses what it has, higher is better; undefined while it cannot be taken back. */
  worth(): number | undefined;
  /** Gives up what it has, at once: there is no room for it any longer. */
  evict(): void;
}

/**
 * Something limited, such as bytes or connections, that peers share. Each may take all there is while no one else wants it. Where it
 * is short, what makes no use of it goes first, of any peer, then the worst of the peer that has most; of equals the largest.
 */
export class SharedRoom {
  readonly #limit: number;
  readonly #goodWorth: number;
  readonly #shares = new Set<Share>();
  #taken = 0;

  /** @param goodWorth - shares that are worth less are taken back first, of any peer. Default: none are. */
  constructor(limit: number, { goodWorth = -Infinity }: { readonly goodWorth?: number } = {}) {
    this.#limit = limit;
    this.#goodWorth = goodWorth;
  }

  /** How much is held in all. */
  get taken(): number {
    return this.#taken;
  }

  /**
   * Gives a share this much more; others are evicted for it, unless it would be its own turn to go.
   *
   * @returns whether it got that; if not, nothing has changed.
   */
  take(share: Share, amount: number): boolean {
    const losers = this.#losersFor(share, amount);
    if (losers === undefined) return false;
    for (const loser of losers) {
      this.leave(loser);
      loser.evict();
    }
    this.occupy(share, share.amount + amount);
    return true;
  }

  /** Has a share hold this much, though it be more than there is. */
  occupy(share: Share, amount: number): void {
    this.#shares.add(share);
    this.#taken += amount - share.amount;
    share.amount = amount;
  }

  /** Takes back all that a share holds. */
  leave(share: Share): void {
    if (!this.#shares.delete(share)) return;
    this.#taken -= share.amount;
    share.amount = 0;
  }

  /** Who must go before the share can have this much more; undefined if it cannot. */
  #losersFor(share: Share, amount: number): readonly Share[] | undefined {
    let missing = this.#taken + amount - this.#limit;
    if (missing <= 0) return [];
    const worths = new Map<Share, number>();
    const ofPeers = new Map<string, number>([[share.peer, amount]]);
    for (const one of this.#shares) {
      ofPeers.set(one.peer, (ofPeers.get(one.peer) ?? 0) + one.amount);
      const worth = one.worth();
      if (worth !== undefined) worths.set(one, worth);
    }
    if (!worths.has(share)) worths.set(share, share.worth() ?? Infinity);
    const losers: Share[] = [];
    while (missing > 0) {
      const loser = this.#nextLoser(worths, ofPeers);
      if (loser === undefined || loser === share) return undefined;
      losers.push(loser);
      worths.delete(loser);
      ofPeers.set(loser.peer, (ofPeers.get(loser.peer) ?? 0) - loser.amount);
      missing -= loser.amount;
    }
    return losers;
  }

  #nextLoser(worths: ReadonlyMap<Share, number>, ofPeers: ReadonlyMap<string, number>): Share | undefined {
    const ofPeer = ({ peer }: Share): number => ofPeers.get(peer) ?? 0;
    let next: readonly [Share, number] | undefined;
    for (const [share, worth] of worths) {
      if (next === undefined || this.#goesBefore([share, worth], next, ofPeer)) next = [share, worth];
    }
    return next?.[0];
  }

  #goesBefore(
    [share, worth]: readonly [Share, number],
    [other, otherWorth]: readonly [Share, number],
    ofPeer: (share: Share) => number,
  ): boolean {
    const isBad = worth < this.#goodWorth;
    if (isBad !== otherWorth < this.#goodWorth) return isBad;
    if (!isBad && ofPeer(share) !== ofPeer(other)) return ofPeer(share) > ofPeer(other);
    if (worth !== otherWorth) return worth < otherWorth;
    return share.amount > other.amount;
  }
}
