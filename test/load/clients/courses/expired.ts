import { setTimeout as sleep } from "node:timers/promises";
import { type Client, ConfigMap, isExpired } from "@capstan/runtime";
import { recoveryFrom, writeFor } from "./recovery.ts";

const expiresWithinMs = 20_000;

/** The connections end, and the last version that any peer knows has expired: peers must list again. */
export const expired = recoveryFrom({
  title: () => "After 410: what was followed broke off, and its version has expired",
  hasProxies: true,
  needs: { expires: true },
  strike: async (scene) => {
    const { client, server } = scene.world;
    const { namespace } = scene.objects;
    for (const proxy of scene.proxies) proxy.hold();
    // At least the latest version that a peer may know, including bookmarks.
    const { resourceVersion } = await client.list(ConfigMap, { namespace, limit: 1 });
    await writeFor(scene, scene.objects.upheaval());
    server.expire();
    await untilExpired(client, namespace, resourceVersion);
    const sinceMs = Date.now();
    for (const proxy of scene.proxies) proxy.cut();
    return { sinceMs };
  },
});

async function untilExpired(client: Client, namespace: string, resourceVersion: string): Promise<void> {
  const untilMs = Date.now() + expiresWithinMs;
  while (Date.now() < untilMs) {
    const signal = AbortSignal.timeout(500);
    try {
      // Without expiry, the watch starts with the changes since.
      for await (const batch of client.watchBatches(ConfigMap, { namespace, resourceVersion, signal })) {
        if (batch.length > 0) break;
      }
    } catch (error) {
      if (isExpired(error)) return;
      if (!signal.aborted) throw error;
    }
    await sleep(50);
  }
  throw new Error(`Version ${resourceVersion} has not expired within ${expiresWithinMs / 1_000} s.`);
}
