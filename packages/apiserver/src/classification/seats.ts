import { after } from "../clock/clock.ts";

/** The concurrency limit of a priority level. */
export interface LevelLimit {
  readonly level: string;
  readonly seats: number;
  /** The number of requests that may wait; 0 if the level refuses them. */
  readonly waiting: number;
}

/** Releases the seat; call it after the request has been answered. */
export type Seat = () => void;

/** The time limit of a waiting request, as the default of kube-apiserver. */
const longestWaitMs = 15_000;

interface Level {
  taken: number;
  readonly queue: Set<(seat: Seat) => void>;
}

/** Assigns requests the seats of their priority levels, in order of arrival. */
export class Seats {
  readonly #levels = new Map<string, Level>();

  /** @returns undefined, immediately or later, if the request is refused. */
  take(limit: LevelLimit): Seat | undefined | Promise<Seat | undefined> {
    const level = this.#levels.get(limit.level) ?? { taken: 0, queue: new Set() };
    this.#levels.set(limit.level, level);
    if (level.taken < limit.seats) {
      level.taken += 1;
      return this.#seatOf(limit.level, level);
    }
    if (level.queue.size >= limit.waiting) return undefined;
    return new Promise((resolve) => {
      const cancel = after(longestWaitMs, () => {
        level.queue.delete(proceed);
        resolve(undefined);
      });
      const proceed = (seat: Seat): void => {
        cancel();
        resolve(seat);
      };
      level.queue.add(proceed);
    });
  }

  #seatOf(name: string, level: Level): Seat {
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const [next] = level.queue;
      if (next !== undefined) {
        level.queue.delete(next);
        next(this.#seatOf(name, level));
        return;
      }
      level.taken -= 1;
      if (level.taken === 0) this.#levels.delete(name);
    };
  }
}
