import { type Figures, mistakes } from "./figures.ts";
import type { Peer } from "../peers/peers.ts";
import type { State, View } from "../measured/protocol.ts";

type Counts = Pick<State, "older" | "again" | "skipped">;

/** Events that are out of order, repeated or missing; a queue combines changes, so only the order counts there. */
export function mistakesOf({ combines }: Peer, { older, again, skipped }: Counts): Figures {
  const order = { [mistakes.older]: older };
  return combines ? order : { ...order, [mistakes.missed]: skipped, [mistakes.twice]: again };
}

/** The differences between a peer's state and the actual state. */
export function differences(known: View, there: View): Readonly<Record<string, number>> {
  const names = Object.keys(there);
  return {
    [mistakes.missing]: names.filter((name) => !(name in known)).length,
    [mistakes.stale]: names.filter((name) => name in known && known[name] !== there[name]).length,
    [mistakes.lingering]: Object.keys(known).filter((name) => !(name in there)).length,
  };
}

/** The higher value of each. */
export function worst(left: Readonly<Record<string, number>>, right: Readonly<Record<string, number>>): Figures {
  return Object.fromEntries(Object.entries(left).map(([name, value]) => [name, Math.max(value, right[name] ?? 0)]));
}
