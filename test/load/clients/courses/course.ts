import type { Figures } from "./figures.ts";
import { PeerFailure } from "../peers/measured-peer.ts";
import type { Peer } from "../peers/peers.ts";
import type { ServerNeeds } from "../servers/measured-server.ts";
import type { World } from "../world/world.ts";

export interface Sizes {
  /** The number of objects of the first read. */
  readonly objects: number;
  /** The rate of the steady course. */
  readonly updates: number;
  /** Seconds: the longest wait for a recovery. */
  readonly patience: number;
  /** Seconds without any change, before connections fall silent. */
  readonly quiet: number;
}

/** One run: peers in turns, or all at the same time. */
export type Run = (peers: readonly Peer[], note: (peer: Peer, figures: Figures) => void) => Promise<void>;

/** A workload for the peers. */
export interface Course {
  readonly title: (sizes: Sizes) => string;
  readonly needs?: ServerNeeds;
  /** Writes the objects that peers read. */
  readonly prepare: (world: World, sizes: Sizes) => Promise<Run>;
}

/** The number of objects of every course except the first read. */
export const busyObjects = 200;

/**
 * One peer after another.
 * @param first - the name of the figure that reports a failure.
 */
export function inTurns(first: string, measure: (peer: Peer) => Promise<Figures>): Run {
  return async (peers, note) => {
    for (const peer of peers) note(peer, await failing(first, () => measure(peer)));
  };
}

export async function failing(first: string, measure: () => Promise<Figures>): Promise<Figures> {
  try {
    return await measure();
  } catch (error) {
    if (error instanceof PeerFailure) return { [first]: error.how };
    throw error;
  }
}
