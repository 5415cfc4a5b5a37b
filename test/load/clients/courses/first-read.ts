import { setTimeout as sleep } from "node:timers/promises";
import { figureOf } from "./figures.ts";
import { type Course, inTurns } from "./course.ts";

const first = "ms until all objects were seen";

/** The first read of all objects. */
export const firstRead: Course = {
  title: ({ objects }) => `The first read of ${objects.toLocaleString("en")} ConfigMaps of 1.5 KB`,
  prepare: async (world, { objects: count }) => {
    const objects = await world.objects("many", count);
    return inTurns(first, async (peer) => {
      await using measured = await world.start({ peer, objects });
      measured.expect(objects.view);
      const before = await measured.memory();
      const startedMs = Date.now();
      measured.start();
      const done = await measured.done(120_000);
      await sleep(1_500);
      const after = await measured.memory();
      return {
        [first]: figureOf(done, ({ atMs }) => atMs - startedMs),
        "CPU ms": after.cpuMs - before.cpuMsAfterwards,
        "heap bytes an object": (after.heapBytes - before.heapBytes) / count,
        "MiB of RSS more than before": (after.rssBytes - before.rssBytes) / 2 ** 20,
        sockets: after.sockets - before.sockets,
      };
    });
  },
};
