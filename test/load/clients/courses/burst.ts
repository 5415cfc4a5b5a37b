import { setTimeout as sleep } from "node:timers/promises";
import { type Figures, median } from "./figures.ts";
import { HoldingProxy } from "../world/holding-proxy.ts";
import type { MeasuredPeer } from "../peers/measured-peer.ts";
import type { Peer } from "../peers/peers.ts";
import type { State } from "../measured/protocol.ts";
import type { World } from "../world/world.ts";
import type { WrittenObjects } from "../world/written-objects.ts";
import { busyObjects, type Course, inTurns } from "./course.ts";
import { mistakesOf } from "./mistakes.ts";

const first = "events a second";
const events = 1_400;
/** The first round is a warm-up. */
const rounds = 5;

/** Changes that are held back and released together; the median of four rounds. */
export const burst: Course = {
  title: () => `${events.toLocaleString("en")} changes that come at once`,
  prepare: async (world) => {
    const objects = await world.objects("busy", busyObjects);
    return inTurns(first, (peer) => measure(world, peer, objects));
  },
};

async function measure(world: World, peer: Peer, objects: WrittenObjects): Promise<Figures> {
  using proxy = await HoldingProxy.start(world.server.url);
  await using measured = await world.synced({ peer, objects, proxy });
  const taken: Taken[] = [];
  for (let round = 0; round < rounds; round += 1) taken.push(await take(measured, peer, objects, proxy));
  const counted = taken.slice(1);
  const [rate, cpuMs] = [median(counted.flatMap(({ rate }) => rate)), median(counted.flatMap(({ cpuMs }) => cpuMs))];
  const sum = (count: "older" | "again" | "skipped"): number =>
    taken.reduce((total, { state }) => total + state[count], 0);
  return {
    [first]: rate ?? "not in time",
    "CPU ms per 1,000 events": cpuMs ?? "not in time",
    ...mistakesOf(peer, { older: sum("older"), again: sum("again"), skipped: sum("skipped") }),
  };
}

interface Taken {
  /** Undefined if the changes were not observed in time. */
  readonly rate: readonly number[];
  readonly cpuMs: readonly number[];
  readonly state: State;
}

async function take(
  measured: MeasuredPeer,
  { combines }: Peer,
  objects: WrittenObjects,
  proxy: HoldingProxy,
): Promise<Taken> {
  proxy.hold();
  const { view, writes, write } = objects.changes(events, 0);
  measured.expect(view);
  await write();
  await sleep(400);
  const before = await measured.memory();
  const startedMs = Date.now();
  proxy.release();
  const done = await measured.done(20_000);
  const state = await measured.state();
  // Changes covered by a list instead do not count as observed.
  const came = combines ? writes : writes - state.skipped;
  if (typeof done === "string" || came <= 0) return { rate: [], cpuMs: [], state };
  const rate = (came / Math.max(1, done.atMs - startedMs)) * 1_000;
  return { rate: [rate], cpuMs: [((done.cpuMs - before.cpuMsAfterwards) / came) * 1_000], state };
}
