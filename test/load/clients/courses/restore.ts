import { recoveryFrom, writeFor } from "./recovery.ts";

const knownWithinMs = 20_000;

/** The server restarts with earlier data: the objects that peers know were never written, and versions are lower. */
export const restore = recoveryFrom({
  title: () => "After etcd was restored from a snapshot, and versions went back",
  goesBack: true,
  prepare: (world) => world.server.save(),
  strike: async (scene) => {
    const { world, objects, followers } = scene;
    const saved = objects.view;
    await writeFor(scene, objects.upheaval());
    await writeFor(scene, objects.changes(1_000, 0));
    await Promise.all(followers.map(({ measured }) => measured.done(knownWithinMs)));
    for (const { measured } of followers) measured.expect(saved);
    await world.server.restore();
    const sinceMs = Date.now();
    objects.wentBack(saved);
    return { sinceMs };
  },
});
