import { Pace, type PaceLimits } from "./pace.ts";
import { type Share, SharedRoom } from "./shared-room.ts";

/** Why a body lost its place: it did not move, or others needed the room. */
export type Eviction = "slow" | "crowded";

/** Options of {@link BodyRoom}. */
export interface BodyRoomOptions {
  /** Of all bodies together. */
  readonly bytes: number;
  /** Calls back once, after that many milliseconds. */
  readonly setTimer: (delayMs: number, callback: () => void) => { cancel(): void };
  /** How fast a body must come, and its answer be read. Default: 1 MiB a second, and nothing for 5 seconds at most. */
  readonly pace?: PaceLimits;
}

const tickMs = 500;
const defaultPace: PaceLimits = { bytesPerSecond: 1024 * 1024, graceMs: 5_000 };
/** What is slower than this many times the least pace goes first where room is short. */
const goodPace = 8;

/**
 * The room in memory that the bodies of requests share, which anyone may send: each has to move, and where room is short the slowest
 * go first, then those of the peer that has most.
 */
export class BodyRoom {
  readonly #room: SharedRoom;
  readonly #pace: PaceLimits;
  readonly #setTimer: BodyRoomOptions["setTimer"];
  readonly #places = new Set<BodyPlace>();
  #timer: { cancel(): void } | undefined;

  constructor({ bytes, setTimer, pace = defaultPace }: BodyRoomOptions) {
    const goodWorth = (goodPace * pace.bytesPerSecond * tickMs) / 1_000;
    this.#room = new SharedRoom(bytes, { goodWorth });
    this.#pace = pace;
    this.#setTimer = setTimer;
  }

  /** A place for the body of one request; it must leave in the end. */
  enter(peer: string): BodyPlace {
    const place = new BodyPlace(peer, this.#room, this.#pace, () => {
      this.#places.delete(place);
      if (this.#places.size > 0) return;
      this.#timer?.cancel();
      this.#timer = undefined;
    });
    this.#places.add(place);
    if (this.#timer === undefined) this.#tickLater();
    return place;
  }

  #tickLater(): void {
    this.#timer = this.#setTimer(tickMs, () => {
      this.#tickLater();
      for (const place of this.#places) place.tick(tickMs);
    });
  }
}

/** The place of one body, then of its answer, in a {@link BodyRoom}. */
export class BodyPlace {
  readonly #room: SharedRoom;
  readonly #share: Share;
  readonly #onLeave: () => void;
  readonly #losing = new AbortController();
  readonly #paceLimits: PaceLimits;
  /** Undefined while it is the server's turn, which cannot lose its place. */
  #pace: Pace | undefined;
  #lostBy: Eviction | undefined;

  constructor(peer: string, room: SharedRoom, paceLimits: PaceLimits, onLeave: () => void) {
    this.#room = room;
    this.#paceLimits = paceLimits;
    this.#pace = new Pace(paceLimits);
    this.#onLeave = onLeave;
    this.#share = {
      peer,
      amount: 0,
      worth: () => this.#pace?.recent,
      evict: () => {
        this.#lose("crowded");
      },
    };
  }

  /** Aborts when it has lost its place. */
  get lost(): AbortSignal {
    return this.#losing.signal;
  }

  /** Why; undefined as long as it has not. */
  get lostBy(): Eviction | undefined {
    return this.#lostBy;
  }

  /** As many bytes of the body have come. Others may lose their places for them, or this one does. */
  received(bytes: number): void {
    if (this.#lostBy !== undefined) return;
    this.#pace?.moved(bytes);
    if (!this.#room.take(this.#share, bytes)) this.#lose("crowded");
  }

  /** The body is whole: it is the server's turn. */
  whole(): void {
    this.#pace = undefined;
  }

  /** In the place of the body there is an answer now, which must be read at the same pace. */
  answers(bytes: number): void {
    if (this.#lostBy !== undefined) return;
    this.#pace = new Pace(this.#paceLimits);
    this.#room.occupy(this.#share, bytes);
  }

  /** As many bytes of the answer have been read. */
  sent(bytes: number): void {
    this.#pace?.moved(bytes);
  }

  /** Gives the room back. */
  leave(): void {
    this.#room.leave(this.#share);
    this.#onLeave();
  }

  /** Milliseconds have passed, and a body that does not move at its pace loses its place. */
  tick(ms: number): void {
    this.#pace?.tick(ms);
    if (this.#pace?.isTooSlow === true) this.#lose("slow");
  }

  #lose(why: Eviction): void {
    this.#lostBy ??= why;
    this.leave();
    this.#losing.abort();
  }
}
