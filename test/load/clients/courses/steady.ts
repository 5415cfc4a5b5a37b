import { figureOf } from "./figures.ts";
import { busyObjects, type Course, inTurns } from "./course.ts";
import { mistakesOf } from "./mistakes.ts";

const first = "CPU ms per 1,000 events";
const perSecond = 500;

/** Changes at a steady rate. */
export const steady: Course = {
  title: () => `${perSecond} changes a second`,
  prepare: async (world, { updates }) => {
    const objects = await world.objects("busy", busyObjects);
    return inTurns(first, async (peer) => {
      await using measured = await world.synced({ peer, objects });
      const before = await measured.memory();
      const { view, writes, write } = objects.changes(updates, perSecond);
      measured.expect(view);
      await write();
      const done = await measured.done(30_000);
      return {
        [first]: figureOf(done, ({ cpuMs }) => ((cpuMs - before.cpuMsAfterwards) / writes) * 1_000),
        ...mistakesOf(peer, await measured.state()),
      };
    });
  },
};
