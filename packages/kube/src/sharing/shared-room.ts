/** The share of a holder in a {@link SharedRoom}. */
export interface Share {
  /** The owner of the share: peers get equal parts when room is short. */
  readonly peer: string;
  /** The amount that it holds; only the room changes it. */
  amount: number;
  /** How well the share uses its amount, higher is better; undefined while it cannot be evicted. */
  worth(): number | undefined;
  /** Gives up the amount at once, because the room is needed. */
  evict(): void;
}

/**
 * A limited resource that peers share, such as bytes or connections. A peer may take everything while no other peer needs it. When room is
 * short, shares of little worth are evicted first, of peers that hold more than an equal part, then the worst share of the peer with the
 * most; among equal shares the largest. A busy machine is slow for everyone, so a peer that holds less loses nothing for being slow.
 */
export class SharedRoom {
  readonly #limit: number;
  readonly #goodWorth: number;
  readonly #shares = new Set<Share>();
  #taken = 0;

  /** @param goodWorth - shares that are worth less are evicted first. Default: no shares. */
  constructor(limit: number, { goodWorth = -Infinity }: { readonly goodWorth?: number } = {}) {
    this.#limit = limit;
    this.#goodWorth = goodWorth;
  }

  /** The total amount held. */
  get taken(): number {
    return this.#taken;
  }

  /**
   * Adds to the amount of a share. Evicts others for it, unless the share itself would be the next to evict.
   *
   * @returns whether the share got the amount; if not, nothing has changed.
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

  /** Sets the amount of a share, even above the limit. */
  occupy(share: Share, amount: number): void {
    this.#shares.add(share);
    this.#taken += amount - share.amount;
    share.amount = amount;
  }

  /** Frees everything that a share holds. */
  leave(share: Share): void {
    if (!this.#shares.delete(share)) return;
    this.#taken -= share.amount;
    share.amount = 0;
  }

  /** The shares to evict before the share can get this amount; undefined if it cannot. */
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
    const equalPart = this.#limit / ofPeers.size;
    const losers: Share[] = [];
    while (missing > 0) {
      const loser = this.#nextLoser(worths, ofPeers, equalPart);
      if (loser === undefined || loser === share) return undefined;
      losers.push(loser);
      worths.delete(loser);
      ofPeers.set(loser.peer, (ofPeers.get(loser.peer) ?? 0) - loser.amount);
      missing -= loser.amount;
    }
    return losers;
  }

  #nextLoser(
    worths: ReadonlyMap<Share, number>,
    ofPeers: ReadonlyMap<string, number>,
    equalPart: number,
  ): Share | undefined {
    let next: Candidate | undefined;
    for (const [share, worth] of worths) {
      const ofPeer = ofPeers.get(share.peer) ?? 0;
      const candidate = { share, worth, ofPeer, isBad: worth < this.#goodWorth && ofPeer > equalPart };
      if (next === undefined || goesBefore(candidate, next)) next = candidate;
    }
    return next?.share;
  }
}

interface Candidate {
  readonly share: Share;
  readonly worth: number;
  /** The amount that its peer holds. */
  readonly ofPeer: number;
  readonly isBad: boolean;
}

function goesBefore(one: Candidate, other: Candidate): boolean {
  if (one.isBad !== other.isBad) return one.isBad;
  if (!one.isBad && one.ofPeer !== other.ofPeer) return one.ofPeer > other.ofPeer;
  if (one.worth !== other.worth) return one.worth < other.worth;
  return one.share.amount > other.share.amount;
}
