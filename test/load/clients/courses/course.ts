import type { Figures } from "./figures.ts";
import { PeerFailure } from "../peers/measured-peer.ts";
import type { Peer } from "../peers/peers.ts";
import type { ServerNeeds } from "../servers/measured-server.ts";
import type { World } from "../world/world.ts";

export interface Sizes {
  /** Of the first read. */
  readonly objects: number;
  /** Of the steady course. */
  readonly updates: number;
  /** Seconds: the longest wait for a recovery. */
  readonly patience: number;
  /** Seconds in which nothing happens, before connections fall silent. */
  readonly quiet: number;
}

/** One run: in turns, or all peers at the same time. */
export type Run = (peers: readonly Peer[], note: (peer: Peer, figures: Figures) => void) => Promise<void>;

/** What the peers are put through. */
export interface Course {
  readonly title: (sizes: Sizes) => string;
  readonly needs?: ServerNeeds;
  /** Writes what is read. */
  readonly prepare: (world: World, sizes: Sizes) => Promise<Run>;
}

/** Objects of every course but the first read. */
export const busyObjects = 200;

/** One peer after the other. @param first - the name of the figure that says it if one fails. */
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
