import { setTimeout as sleep } from "node:timers/promises";
import { type Figures, figureOf } from "./figures.ts";
import { HoldingProxy } from "../world/holding-proxy.ts";
import { type MeasuredPeer, PeerFailure } from "../peers/measured-peer.ts";
import type { Peer } from "../peers/peers.ts";
import type { State } from "../measured/protocol.ts";
import type { World } from "../world/world.ts";
import type { Plan, WrittenObjects } from "../world/written-objects.ts";
import { busyObjects, type Course, failing, type Sizes } from "./course.ts";
import { differences, mistakesOf, worst } from "./mistakes.ts";

/** Peers that follow the same objects. */
export interface Scene {
  readonly world: World;
  readonly objects: WrittenObjects;
  readonly followers: readonly Follower[];
  /** One for each follower, if the fault requested them. */
  readonly proxies: readonly HoldingProxy[];
  readonly sizes: Sizes;
}

interface Follower {
  readonly peer: Peer;
  readonly measured: MeasuredPeer;
}

/** The fault between the peers and the objects. */
export interface Fault extends Pick<Course, "title" | "needs"> {
  /** Each peer has a separate proxy between itself and the server. */
  readonly hasProxies?: boolean;
  /** Before any peer follows the objects. */
  readonly prepare?: (world: World) => Promise<void>;
  /**
   * Triggers the fault, and makes all peers expect the final state.
   * @returns the time, in milliseconds since the epoch, since when peers could know that state, and figures of the time before.
   */
  readonly strike: (
    scene: Scene,
  ) => Promise<{ readonly sinceMs: number; readonly figures?: ReadonlyMap<Peer, Figures> }>;
  /** Versions become older, so that only the order of versions that are written afterwards counts. */
  readonly goesBack?: boolean;
}

const first = "s until all is known";
/** The deadline for observing later changes. */
const afterwardsMs = 20_000;

/** All peers follow the same objects when the fault happens. */
export function recoveryFrom(fault: Fault): Course {
  return {
    title: fault.title,
    ...(fault.needs === undefined ? {} : { needs: fault.needs }),
    prepare: (world, sizes) => {
      let runs = 0;
      return Promise.resolve(async (peers, note) => {
        runs += 1;
        const objects = await world.objects(`busy-${runs}`, busyObjects);
        await fault.prepare?.(world);
        await using stack = new AsyncDisposableStack();
        const followers: Follower[] = [];
        const proxies: HoldingProxy[] = [];
        for (const peer of peers) {
          const failed = await failing(first, async () => {
            const proxy = fault.hasProxies === true ? stack.use(await HoldingProxy.start(world.server.url)) : undefined;
            followers.push({ peer, measured: stack.use(await world.synced({ peer, objects, proxy })) });
            if (proxy !== undefined) proxies.push(proxy);
            return {};
          });
          if (first in failed) note(peer, failed);
        }
        const figures = await recover(fault, { world, objects, followers, proxies, sizes });
        followers.forEach(({ peer }, index) => {
          note(peer, figures[index] ?? {});
        });
      });
    },
  };
}

/** Makes all peers expect the future state, and writes it. */
export async function writeFor({ followers }: Pick<Scene, "followers">, { view, write }: Plan): Promise<void> {
  for (const { measured } of followers) measured.expect(view);
  await write();
}

/** @returns the figures of each follower, in order. */
async function recover(fault: Fault, scene: Scene): Promise<Figures[]> {
  const { followers, objects, sizes } = scene;
  const socketsBefore = await askAll(followers, socketsOf);
  const { sinceMs, figures: earlier } = await fault.strike(scene);
  const there = objects.view;
  const recovered = await askAll(followers, async ({ measured }) => {
    const done = await measured.done(sizes.patience * 1_000);
    await sleep(1_500);
    return { done, state: await measured.state() };
  });
  // The first changes follow versions that the fault may have skipped; no version of the second changes may be missed.
  const next = await afterwards(scene);
  const last = await afterwards(scene);
  const thereAtLast = objects.view;
  const figures = await askAll(followers, async (follower) => {
    const { done, state } = answerOf(follower, recovered);
    const states = [answerOf(follower, next), answerOf(follower, last)];
    const counted = fault.goesBack === true ? states : [state, ...states];
    const known = answerOf(follower, last);
    return {
      [first]: figureOf(done, ({ atMs }) => Math.max(0, atMs - sinceMs) / 1_000),
      ...earlier?.get(follower.peer),
      "sockets more than before": (await socketsOf(follower)) - answerOf(follower, socketsBefore),
      ...worst(differences(state.view, there), differences(known.view, thereAtLast)),
      ...mistakesOf(follower.peer, {
        older: counted.reduce((sum, { older }) => sum + older, 0),
        again: counted.reduce((sum, { again }) => sum + again, 0),
        skipped: known.skipped,
      }),
    };
  });
  return followers.map((follower) => figures.get(follower) ?? { [first]: "process ended" });
}

/** Changes each object once, and waits until peers know it. */
async function afterwards(scene: Scene): Promise<ReadonlyMap<Follower, State>> {
  await writeFor(scene, scene.objects.changes(busyObjects, 0));
  return askAll(scene.followers, async ({ measured }) => {
    await measured.done(afterwardsMs);
    return measured.state();
  });
}

async function socketsOf({ measured }: Follower): Promise<number> {
  return (await measured.memory()).sockets;
}

/** @returns the state of each follower; undefined if it has ended. */
async function askAll<T>(
  followers: readonly Follower[],
  ask: (follower: Follower) => Promise<T>,
): Promise<ReadonlyMap<Follower, T>> {
  const answers = await Promise.all(
    followers.map(async (follower): Promise<(readonly [Follower, T])[]> => {
      try {
        return [[follower, await ask(follower)]];
      } catch (error) {
        if (error instanceof PeerFailure) return [];
        throw error;
      }
    }),
  );
  return new Map(answers.flat());
}

/** @throws PeerFailure - it had ended already. */
function answerOf<T>(follower: Follower, answers: ReadonlyMap<Follower, T>): T {
  const answer = answers.get(follower);
  if (answer === undefined) throw new PeerFailure("process ended");
  return answer;
}
