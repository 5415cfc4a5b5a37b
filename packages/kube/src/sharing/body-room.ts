import { Pace, type PaceLimits } from "./pace.ts";
import { type Share, SharedRoom } from "./shared-room.ts";

/** Why a body lost its place: it was too slow, or others needed the room. */
export type Eviction = "slow" | "crowded";

/** Options of {@link BodyRoom}. */
export interface BodyRoomOptions {
  /** The limit for all bodies together. */
  readonly bytes: number;
  /** Calls back once, after that many milliseconds. */
  readonly setTimer: (delayMs: number, callback: () => void) => { cancel(): void };
  /**
   * The least pace of a body and of the client that reads its response. Default: 1 MiB a second, after at most 5 seconds without progress.
   */
  readonly pace?: PaceLimits;
}

const tickMs = 500;
const defaultPace: PaceLimits = { bytesPerSecond: 1024 * 1024, graceMs: 5_000 };
/** When room is short, bodies slower than this multiple of the least pace are evicted first. */
const goodPace = 8;

/**
 * The shared memory for request bodies, which any client may send. Each body must make progress. When room is short, the slowest bodies of
 * peers that hold more than an equal part are evicted first, then those of the peer with the most.
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

  /** Adds a place for the body of a request. Call `leave` on it in the end. */
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

/** The place of a body, then of its response, in a {@link BodyRoom}. */
export class BodyPlace {
  readonly #room: SharedRoom;
  readonly #share: Share;
  readonly #onLeave: () => void;
  readonly #losing = new AbortController();
  readonly #paceLimits: PaceLimits;
  /** Undefined while the server processes the request; the place cannot be lost then. */
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

  /** Aborts when the place is lost. */
  get lost(): AbortSignal {
    return this.#losing.signal;
  }

  /** Why the place was lost; undefined while it is held. */
  get lostBy(): Eviction | undefined {
    return this.#lostBy;
  }

  /** Call this with the number of bytes received. They may evict others, or this body. */
  received(bytes: number): void {
    if (this.#lostBy !== undefined) return;
    this.#pace?.moved(bytes);
    if (!this.#room.take(this.#share, bytes)) this.#lose("crowded");
  }

  /** Call this when the body is complete: the server processes it now. */
  whole(): void {
    this.#pace = undefined;
  }

  /** Replaces the body with its response, which the client must read at the same pace. */
  answers(bytes: number): void {
    if (this.#lostBy !== undefined) return;
    this.#pace = new Pace(this.#paceLimits);
    this.#room.occupy(this.#share, bytes);
  }

  /** Call this with the number of bytes of the response that were sent. */
  sent(bytes: number): void {
    this.#pace?.moved(bytes);
  }

  /** Frees the room. */
  leave(): void {
    this.#room.leave(this.#share);
    this.#onLeave();
  }

  /** Call this after that many milliseconds; a body that is too slow loses its place. */
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
