import { setTimeout as sleep } from "node:timers/promises";
import { recoveryFrom, writeFor } from "./recovery.ts";

/** The server is killed, and restarted with its data. */
export const outage = recoveryFrom({
  title: () => "After the API server was killed and was away for 12 to 15 s",
  strike: async (scene) => {
    const { server } = scene.world;
    await server.kill();
    // Not in sync with any peer's back-off.
    await sleep(12_000 + Math.random() * 3_000);
    await server.restart();
    const sinceMs = Date.now();
    await writeFor(scene, scene.objects.upheaval());
    return { sinceMs };
  },
});
