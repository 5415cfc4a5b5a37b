import { setTimeout as sleep } from "node:timers/promises";
import { recoveryFrom, writeFor } from "./recovery.ts";

/** First nothing changes, and no peer should abandon its watch; then nothing passes on the existing connections. */
export const halfOpen = recoveryFrom({
  title: () => "After connections fell silent that no one ended, while new ones worked",
  hasProxies: true,
  needs: { counts: true },
  strike: async (scene) => {
    const { followers, sizes, world } = scene;
    const begun = (): number[] => followers.map(({ peer }) => world.server.watchesOf(peer.name));
    const before = begun();
    await sleep(sizes.quiet * 1_000);
    const after = begun();
    // Not in sync with any peer's pings.
    await sleep(Math.random() * 5_000);
    const name = `watches begun in ${sizes.quiet} quiet s`;
    const figures = new Map(
      followers.map(({ peer }, index) => [peer, { [name]: (after[index] ?? 0) - (before[index] ?? 0) }]),
    );
    for (const proxy of scene.proxies) proxy.freeze();
    const sinceMs = Date.now();
    await writeFor(scene, scene.objects.upheaval());
    return { sinceMs, figures };
  },
});
